"""Long tests begin first in each part of a run (tests/order.py)."""

from itertools import groupby

import pytest

from tests.order import arrange, long_first

MODULES = {"a": (3, 0.0), "b": (1, 300.0), "c": (2, 1.0), "d": (5, 0.0), "e": (1, 600.0), "f": (4, 1.0)}


def test_one_worker_begins_with_the_longest_module():
    assert long_first(MODULES, 1) == ["e", "b", "c", "f", "a", "d"]


def test_each_worker_begins_with_long_modules_and_ends_with_short_ones():
    assert long_first(MODULES, 2) == ["e", "c", "a", "b", "f", "d"]


def test_modules_keep_their_order_where_none_is_long():
    assert long_first({"a": (3, 0.0), "b": (1, 0.0), "c": (2, 0.0)}, 1) == ["a", "b", "c"]


class Test:
    """The part of `pytest.Item` that is read."""

    __test__ = False

    def __init__(self, nodeid: str, *marks: pytest.MarkDecorator) -> None:
        self.nodeid, self.marks = nodeid, {each.name: each.mark for each in marks}

    def get_closest_marker(self, name: str) -> pytest.Mark | None:
        return self.marks.get(name)


def test_a_module_is_as_long_as_its_longest_test_and_is_not_divided():
    tests = [
        Test("a.py::one"), Test("a.py::two"), Test("b.py::one"), Test("b.py::two", pytest.mark.slow),
        Test("c.py::one", pytest.mark.timeout(600)), Test("c.py::two"),
    ]  # fmt: skip
    arrange(tests, 2)
    assert [test.nodeid for test in tests] == [
        "c.py::one", "c.py::two", "a.py::one", "a.py::two", "b.py::one", "b.py::two",
    ]  # fmt: skip


def test_a_run_of_all_tests_is_arranged_by_module(request):
    items = list(request.session.items)
    arrange(items, 2)
    modules = [name for name, _ in groupby(item.nodeid.partition("::")[0] for item in items)]
    assert len(modules) == len(set(modules))
    assert sorted(item.nodeid for item in items) == sorted(item.nodeid for item in request.session.items)
