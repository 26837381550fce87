"""Phase 4 (PG-BLD). Examples and figures: docs/rules/power_grid.md §8 and §18; links: the map of Russia."""

from dataclasses import replace

import pytest

from domain.power_grid.atlas import ways_from
from domain.power_grid.game import PowerGrid
from domain.power_grid.messages import (
    BUILDING,
    BUREAUCRACY,
    BuildingFinished,
    CityConnected,
    ConnectCity,
    FinishBuilding,
    PhaseBegan,
)  # fmt: skip
from tests.domain.power_grid.positions import position, russia
from tests.kit import Game, Refusal

ANNA = 0


def builder(cities=None, cash=None, stage=1, **changes):
    """Three players on Russia (red, yellow, purple); seat 0 is last in order and builds first."""
    return position(
        russia(3), BUILDING, order=(2, 1, 0), cities=cities or {}, cash=cash or {0: 200}, stage=stage, **changes
    )


@pytest.mark.rule("PG-BLD-01", "PG-BLD-12")
def test_players_build_in_reverse_order_as_much_as_they_can_pay_and_may_build_nothing():
    game = builder(round=1)
    assert game.refusal(ConnectCity(1, "tomsk")) == Refusal("NOT_YOUR_TURN", to_act=0)
    assert game.refusal(FinishBuilding(2)) == Refusal("NOT_YOUR_TURN", to_act=0)
    assert game.when(FinishBuilding(0)) == [BuildingFinished(0, 0)]
    three = game.given(ConnectCity(0, "tomsk"), ConnectCity(0, "novosibirsk"), ConnectCity(0, "barnaul"))
    assert three.when(FinishBuilding(0)) == [BuildingFinished(0, 3)]
    assert three.given(FinishBuilding(0)).decider.to_act(three.given(FinishBuilding(0)).state) == (1,)
    assert three.given(FinishBuilding(0)).when(FinishBuilding(1)) == [BuildingFinished(1, 0)]


@pytest.mark.rule("EX-PG-10", "PG-BLD-02")
def test_a_first_city_costs_10_and_no_connection():
    assert builder(cash={0: 10}).when(ConnectCity(0, "tomsk")) == [
        CityConnected(0, "tomsk", "START", 1, 0, 10, 0, (), False, 10, 0, 1)
    ]


@pytest.mark.rule("PG-BLD-02")
def test_a_first_city_must_be_in_play_free_and_payable():
    game = builder({1: ("tomsk",)}, cash={0: 9})
    assert game.refusal(ConnectCity(0, "moscow")) == Refusal(
        "CITY_NOT_IN_PLAY", city="moscow", regions=("red", "yellow", "purple")
    )
    assert game.refusal(ConnectCity(0, "atlantis")) == Refusal(
        "CITY_NOT_IN_PLAY", city="atlantis", regions=("red", "yellow", "purple")
    )
    assert game.refusal(ConnectCity(0, "omsk", "EXTEND")) == "NO_NETWORK_TO_EXTEND"
    assert game.refusal(ConnectCity(0, "tomsk")) == Refusal("CITY_FULL_FOR_STAGE", city="tomsk", houses=1, stage=1)
    assert game.refusal(ConnectCity(0, "omsk")) == Refusal("INSUFFICIENT_FUNDS", total=10, cash=9)
    assert game.refusal(ConnectCity(0, "omsk", "LEAP")) == Refusal("MALFORMED_COMMAND", command="ConnectCity")


@pytest.mark.rule("DEC-PG-17", "PG-BLD-02")
def test_after_stage_1_a_first_city_may_be_shared():
    game = builder({1: ("tomsk",)}, stage=2)
    (connected,) = game.when(ConnectCity(0, "tomsk"))
    assert (connected.slot, connected.total) == (1, 15)


@pytest.mark.rule("EX-PG-11", "EX-PG-12", "PG-BLD-03", "PG-BLD-05")
def test_tomsk_to_novosibirsk_costs_14_and_barnaul_another_14():
    game = builder({ANNA: ("tomsk",)})
    (first,) = game.when(ConnectCity(ANNA, "novosibirsk"))
    assert (first.slot_cost, first.connection_cost, first.total, first.path) == (10, 4, 14, ("tomsk", "novosibirsk"))
    (second,) = game.given(first).when(ConnectCity(ANNA, "barnaul"))
    assert (second.slot_cost, second.connection_cost, second.path) == (10, 4, ("novosibirsk", "barnaul"))
    assert second.cash_after == 200 - 14 - 14


@pytest.mark.rule("PG-BLD-03", "PG-BLD-05")
@pytest.mark.parametrize(("cash", "cities"), [(9, []), (13, []), (14, ["novosibirsk"]), (22, ["novosibirsk", "omsk"])])
def test_what_the_last_elektro_pays_for_is_offered_and_legal(cash, cities):
    """Novosibirsk costs 10 + 4 from Tomsk, Omsk 10 + 12; the others in play cost more, or are beyond one of these."""
    game = builder({ANNA: ("tomsk",)}, cash={ANNA: cash})
    near = ("novosibirsk", "omsk", "surgut")
    assert [city for city in near if game.legal(ConnectCity(ANNA, city))] == cities
    *offered, done = game.decider.options(game.state, ANNA)
    assert [option.city for option in offered if option.city in near] == cities
    assert done.nth(0) == FinishBuilding(ANNA)


@pytest.mark.rule("EX-PG-13", "PG-BLD-03")
def test_novokuznetsk_is_connected_from_kemerovo_which_is_4_cheaper_than_from_krasnoyarsk():
    both = builder({0: ("krasnoyarsk", "kemerovo")}).when(ConnectCity(0, "novokuznetsk"))[0]
    assert both.path == ("kemerovo", "novokuznetsk")
    alone = position(russia(3), BUILDING, order=(2, 1, 0), cities={0: ("krasnoyarsk",)}, cash={0: 99})
    assert alone.when(ConnectCity(0, "novokuznetsk"))[0].connection_cost - both.connection_cost == 4


@pytest.mark.rule("EX-PG-14", "PG-BLD-06", "PG-BLD-07", "PG-STG-01", "PG-STG-04", "PG-STG-10")
@pytest.mark.parametrize(("stage", "houses", "answer"), [
    (1, 0, 10), (1, 1, "CITY_FULL_FOR_STAGE"), (2, 0, 10), (2, 1, 15), (2, 2, "CITY_FULL_FOR_STAGE"),
    (3, 0, 10), (3, 2, 20),
])  # fmt: skip
def test_a_city_takes_one_house_a_stage_and_the_newcomer_the_cheapest_slot(stage, houses, answer):
    others = dict.fromkeys(range(1, 1 + houses), ("novosibirsk",))
    game = position(
        russia(3), BUILDING, order=(2, 1, 0), stage=stage, cities={0: ("tomsk",), **others}, cash={0: 99},
        market=(30, 31, 32, 35) if stage == 3 else None,
    )  # fmt: skip
    if isinstance(answer, str):
        assert game.refusal(ConnectCity(0, "novosibirsk")) == Refusal(
            answer, city="novosibirsk", houses=houses, stage=stage
        )
    else:
        assert game.when(ConnectCity(0, "novosibirsk"))[0].slot_cost == answer


@pytest.mark.rule("PG-BLD-07")
def test_a_city_never_takes_more_than_three_houses():
    game = position(
        russia(4), BUILDING, order=(3, 2, 1, 0), stage=3, market=(30, 31, 32, 35), cash={0: 99},
        cities={0: ("omsk",), 1: ("tomsk",), 2: ("tomsk",), 3: ("tomsk",)},
    )  # fmt: skip
    assert game.refusal(ConnectCity(0, "tomsk")) == Refusal("CITY_FULL_FOR_STAGE", city="tomsk", houses=3, stage=3)


@pytest.mark.rule("PG-BLD-03")
def test_a_city_to_which_no_path_leads_is_unreachable():
    class NoPath:
        def to(self, area, owned, city):
            return None

    game = builder({0: ("tomsk",)})
    rules = replace(game.decider.rules, connection_price=NoPath())
    cut_off = Game(PowerGrid(rules, game.decider.rules_version), game.state)
    assert cut_off.refusal(ConnectCity(0, "omsk")) == Refusal("CITY_UNREACHABLE", city="omsk")


@pytest.mark.rule("PG-BLD-04")
def test_a_path_may_pass_through_full_cities_and_every_link_is_paid():
    game = builder({0: ("tomsk",), 1: ("novosibirsk",)})
    (connected,) = game.when(ConnectCity(0, "barnaul"))
    assert connected.path == ("tomsk", "novosibirsk", "barnaul")
    assert connected.connection_cost == 8


@pytest.mark.rule("PG-BLD-03")
def test_equal_paths_go_over_fewer_links_and_then_the_smaller_names():
    """Tomsk–Barnaul: 8 over Novosibirsk; from Omsk 11 direct beats 10 + 4 over Novosibirsk."""
    game = builder({0: ("omsk",)})
    assert game.when(ConnectCity(0, "barnaul"))[0].path == ("omsk", "barnaul")
    links = {"a": [("b", 1), ("c", 1), ("d", 2)], "b": [("d", 1)], "c": [("d", 1)], "d": []}
    assert ways_from("a", links)["d"] == (2, 1, ("a", "d"))
    links["a"] = [("c", 1), ("b", 1)]
    assert ways_from("a", links)["d"] == (2, 2, ("a", "b", "d"))


@pytest.mark.rule("DEC-PG-18", "PG-SET-02")
def test_paths_do_not_run_through_regions_out_of_play():
    wide = russia(5).decider.rules.atlas
    narrow = wide.area(("red", "yellow", "purple"))
    assert "moscow" not in narrow.cities
    assert all(set(way[2]) <= set(narrow.cities) for ways in narrow.ways_to.values() for way in ways.values())


@pytest.mark.rule("PG-BLD-08")
def test_a_player_builds_one_house_in_a_city():
    assert builder({0: ("tomsk",)}, stage=2).refusal(ConnectCity(0, "tomsk")) == Refusal(
        "CITY_ALREADY_CONNECTED", city="tomsk"
    )


@pytest.mark.rule("PG-BLD-09", "RU-08", "PG-BLD-12")
def test_a_second_network_may_not_be_started():
    game = builder({0: ("tomsk",)})
    assert game.refusal(ConnectCity(0, "omsk", "START")) == Refusal("SECOND_NETWORK_NOT_ALLOWED", started=1)
    assert game.refusal(ConnectCity(0, "tomsk", "START")) == Refusal("SECOND_NETWORK_NOT_ALLOWED", started=1)
    assert game.when(ConnectCity(0, "omsk"))[0].mode == "EXTEND"


@pytest.mark.rule("PG-BLD-12", "PG-BLD-03")
def test_what_is_wrong_with_a_connection_is_named_in_order():
    game = builder({0: ("tomsk",), 1: ("omsk",)}, cash={0: 5})
    assert game.refusal(ConnectCity(0, "moscow", "START")) == Refusal(
        "CITY_NOT_IN_PLAY", city="moscow", regions=("red", "yellow", "purple")
    )
    assert game.refusal(ConnectCity(0, "tomsk")) == Refusal("CITY_ALREADY_CONNECTED", city="tomsk")
    assert game.refusal(ConnectCity(0, "omsk")) == Refusal("CITY_FULL_FOR_STAGE", city="omsk", houses=1, stage=1)
    assert game.refusal(ConnectCity(0, "surgut")) == Refusal("INSUFFICIENT_FUNDS", total=25, cash=5)


@pytest.mark.rule("PG-BLD-10", "PG-BLD-11")
def test_the_network_grows_with_each_house_and_no_command_takes_one_away():
    game = builder().given(ConnectCity(0, "tomsk"))
    assert game.when(ConnectCity(0, "omsk"))[0].network_size == 2
    assert len(game.given(ConnectCity(0, "omsk")).state.holdings[0].cities) == 2


@pytest.mark.rule("PG-BLD-13", "PG-GEN-01")
def test_when_all_have_finished_bureaucracy_begins():
    game = builder().given(FinishBuilding(0), FinishBuilding(1))
    assert game.when(FinishBuilding(2)) == [BuildingFinished(2, 0), PhaseBegan(BUREAUCRACY)]


@pytest.mark.rule("DEC-PG-19", "PG-SET-11")
def test_the_number_of_wooden_houses_is_no_limit():
    cities = tuple(russia(5).decider.rules.atlas.area(russia(5).state.regions).cities)
    game = position(
        russia(5), BUILDING, order=(4, 3, 2, 1, 0), stage=3, market=(30, 31, 32, 35),
        cities={0: cities[:23]}, cash={0: 99},
    )  # fmt: skip
    assert game.when(ConnectCity(0, cities[23]))[0].network_size == 24
