from projections.stores.near_cache import HOMES_MAX, LocalCache


class Clock:
    now = 100.0

    def __call__(self):
        return self.now


def test_what_was_added_is_there():
    near = LocalCache(1.0, Clock())
    near.of("g")["a"] = 1
    near.of("g")["b"] = 2
    assert near.of("g") == {"a": 1, "b": 2}


def test_a_home_that_has_changed_is_empty_and_the_others_are_not():
    near = LocalCache(1.0, Clock())
    for home in ("g", "h"):
        near.of(home)["a"] = 1
    near.drop("g")
    assert [near.of(home) for home in ("g", "h")] == [{}, {"a": 1}]
    near.drop_all()
    assert near.of("h") == {}


def test_an_answer_that_was_on_its_way_when_its_home_changed_is_not_kept():
    near = LocalCache(1.0, Clock())
    held = near.of("g")
    near.drop("g")
    held["a"] = 1
    assert near.of("g") == {}


def test_nothing_is_believed_for_longer_than_it_may_be():
    clock = Clock()
    near = LocalCache(1.0, clock)
    near.of("g")["a"] = 1
    clock.now += 1.0
    assert near.of("g") == {}


def test_the_memory_is_bounded():
    near = LocalCache(1.0, Clock())
    for number in range(HOMES_MAX + 1):
        near.of(f"g{number}")["a"] = number
    assert near.of("g1") == {"a": 1}
    assert near.of("g0") == {}
