"""Chains and neighbours."""

import pytest

from compendium_cli.graph import Edge, Graph


def graph(*links, redirects=None):
    edges = []
    for link in links:
        source, arrow, target = link.split()
        edges.append(Edge(source, target, "see-also" if arrow == "->" else "mention", None if arrow == "->" else 1))
    return Graph(
        lambda entry: [edge for edge in edges if edge.source == entry],
        lambda entry: [edge for edge in edges if edge.target == entry],
        lambda _: redirects or {},
    )


def chain(steps):
    return " ".join(f"{step.kind or ''}:{step.entry}" for step in steps)


def test_the_shortest_chain_wins():
    assert chain(graph("a -> b", "b -> c", "c -> d", "a -> d").path("a", "d")) == ":a see-also:d"


def test_see_also_comes_before_mentions_in_chains_of_one_length():
    links = graph("a ~> b", "b -> d", "a -> c", "c -> d")
    assert chain(links.path("a", "d")) == ":a see-also:c see-also:d"


def test_printed_order_decides_between_equals():
    assert chain(graph("a -> c", "a -> b", "b -> d", "c -> d").path("a", "d")) == ":a see-also:c see-also:d"


def test_links_are_walked_backwards_only_where_nothing_leads_forwards():
    assert chain(graph("b -> a").path("a", "b")) == ":a cited-by:b"
    assert chain(graph("b -> a", "a -> c", "c -> b").path("a", "b")) == ":a see-also:c see-also:b"


def test_a_chain_to_itself_and_no_chain():
    assert chain(graph("a -> b").path("a", "a")) == ":a"
    assert graph("a -> b", "c -> d").path("a", "d") == []


@pytest.mark.parametrize(
    ("links", "between"),
    [
        (["a -> m", "m -> z"], "m"),
        (["a -> m", "z -> m"], "m"),
        (["m -> a", "m -> z"], "m"),
        (["m -> a", "z -> m"], "m"),
        (["b -> a", "b -> z", "a -> m", "m -> z"], "m"),  # as printed before backwards
        (["a -> m", "m -> n", "n -> z"], None),
        (["a -> z"], None),
    ],
)
def test_the_entry_between_two_is_linked_with_both(links, between):
    assert graph(*links).between("a", "z") == between


def test_redirects_are_followed_and_never_shown():
    links = graph("a -> old", "old -> new", "new -> b", redirects={"old": "new"})
    assert chain(links.path("a", "b")) == ":a see-also:new see-also:b"
    assert chain(links.path("old", "b")) == ":new see-also:b"
    assert [edge.source for edge in links.citations("new")] == ["a"]


def test_redirects_in_a_circle_end():
    assert graph(redirects={"a": "b", "b": "a"}).follow("a") in {"a", "b"}


def test_neighbours_by_depth_each_once():
    links = graph("a -> b", "a -> c", "b -> c", "b -> d", "a ~> e")
    assert [(near.entry, near.depth, near.parent) for near in links.around("a", 2)] == [
        ("b", 1, "a"),
        ("c", 1, "a"),
        ("d", 2, "b"),
    ]
    assert [(near.entry, near.kind) for near in links.around("e", backwards=True)] == [("a", "mention")]
