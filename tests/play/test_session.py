"""What page, terminal app and line mode tell of a match."""

from __future__ import annotations

import random

import pytest

import icefield
from icefield.core.errors import GameOver, NotNow
from icefield.core.message import Message, message
from icefield.play import Control, Match, agreed, given_up
from icefield.play.session import (
    control_text,
    find_threats,
    match_result,
    score_sheet,
    series_result,
    status,
)

from ..toy.rules import TOY

SEALS = icefield.game("seals")


def finished(match: Match, seed: int = 1) -> Match:
    """The match with its present game played to the end at random."""
    rng = random.Random(seed)
    while not match.game_over:
        match.submit(rng.choice(match.position.moves()))
    return match


# -- the status line ------------------------------------------------------------------------------

BEFORE_BOUNCE = (
    "seats=4 goal=3 phase=turn turns=41 first=0 active=1 floes=a4:3:rf,b1:56:f,c8:33:rf,f3:17"
    ",g2:25:r,g3:18:f,h2:7:rr,h4:9:b,h5:40,i4:9,i7:24 diomede=rf stations=nuluk:r,wales:rf"
    " explorers=g2.wales.uelen/h5.tincity.nuluk/g3.wales.shishmaref/h2.ikpek.nuluk"
    " packs=rrf/rff/f/rf deck=111:1,001:1,110:2,D110:1"
)


def test_status_addresses_the_one_player_who_decides() -> None:
    start = SEALS.start()
    scene = start.scene()
    assert str(status(start, scene, 0)) == "Your turn: move a seal."
    assert status(start, scene, 0).text("de") == "Du bist am Zug: Zieh mit einer Robbe."


def test_status_calls_players_who_share_a_screen_by_name() -> None:
    start = SEALS.start()
    said = status(start, start.scene(), 0, alone=False)
    assert str(said) == "Seals, your turn: move a seal."


@pytest.mark.parametrize("key", ["seals", "glide", "strait", "torch"])
def test_status_of_every_other_reader_is_the_caption(key: str) -> None:
    start = icefield.game(key).start()
    scene = start.scene()
    assert status(start, scene, None) == scene.caption


def test_status_of_a_game_without_prompts_is_its_caption_with_your_turn() -> None:
    start = TOY.start()
    scene = start.scene(0)
    assert scene.prompt is None
    assert str(status(start, scene, 0)) == f"Your turn. {scene.caption}"
    assert status(start, scene, 0, alone=False) == scene.caption


def test_status_in_the_turn_of_another_player_says_that_you_decide_now() -> None:
    bounced = icefield.game("strait").read(BEFORE_BOUNCE)
    for move in ("h5-h4", "stop", "send:N"):  # Red sends the bear to Black
        bounced = bounced.play(move)
    assert bounced.turn != bounced.active
    said = str(status(bounced, bounced.scene(), bounced.turn))
    assert said.startswith("You decide now: a bear has come to your explorer on ")
    both = str(status(bounced, bounced.scene(), bounced.turn, alone=False))
    assert both.startswith(f"{bounced.seat_name(bounced.turn or 0)}, you decide now: ")


def test_status_of_a_practice_board_is_its_caption() -> None:
    glide = icefield.game("glide")
    level = glide.puzzles()[0].level  # type: ignore[attr-defined]
    practice = glide.start(seats=1, **glide.practice_options(level))  # type: ignore[attr-defined]
    assert str(status(practice, practice.scene(), 0)) == "Find the way to the goal."


# -- results and scores ---------------------------------------------------------------------------


def test_result_of_a_match_that_goes_on_is_none() -> None:
    assert match_result(Match(SEALS)) is None
    assert match_result(finished(Match(SEALS, games=2))) is None


def test_result_names_the_winners() -> None:
    match = finished(Match(SEALS, ["Ann", "Bob"]))
    (winner,) = match.sheet.winners
    assert str(match_result(match)) == f"Won by {match.players[winner]}."


def test_result_of_a_draw_says_so() -> None:
    match = Match(icefield.game("glide"))
    match.conclude(agreed(match.position))
    assert str(match_result(match)) == "It is a draw."


def test_result_of_a_match_with_equal_totals_is_a_tie() -> None:
    match = Match(SEALS, games=2)
    match.conclude(given_up(match.position, 0, "resignation"))
    match.next_game()
    match.conclude(given_up(match.position, 0, "resignation"))
    one, two = match.sheet.totals
    assert (str(match_result(match)) == "It is a tie.") == (one == two)
    assert one == two


def names(player: int) -> Message:
    return message("web.player.named", name=f"P{player}")


def test_series_result_is_for_several_games() -> None:
    assert series_result(finished(Match(SEALS)), names) is None
    match = finished(Match(SEALS, games=2))
    assert series_result(match, names) is None
    match.next_game()
    finished(match, seed=4)
    totals = " : ".join(map(str, match.sheet.totals))
    told = str(series_result(match, names))
    assert totals in told
    winners = match.sheet.winners
    if len(winners) == 1:
        assert told == f"P{winners[0]} wins the match, {totals}."
        assert str(series_result(match, names, frozenset(winners))).startswith("You won the match")


def test_score_sheet_is_by_player_and_by_seat() -> None:
    match = finished(Match(SEALS, ["Ann", "Bob"], games=2))
    match.next_game()
    first, second = score_sheet(match)
    outcome = match.outcome_of(0)
    assert outcome is not None
    assert [score.points for score in first.seats] == list(outcome.scores)
    assert [score.won for score in first.seats] == [s in outcome.winners for s in range(2)]
    assert first.rule == outcome.rule
    assert [score.player for score in second.seats] == [1, 0]
    assert [score.points for score in second.players] == [None, None]
    assert second.rule is None


def test_threats_are_refused_after_the_end_and_where_a_game_knows_none() -> None:
    over = finished(Match(SEALS)).position
    with pytest.raises(GameOver):
        find_threats(over.view(None), over.turn)
    with pytest.raises(NotNow) as caught:
        find_threats(TOY.start().view(0), 0)
    assert caught.value.refusal.code == "no-threats"
    assert TOY.title in str(caught.value)


def test_threats_are_those_of_the_game() -> None:
    rng, position, seen = random.Random(3), SEALS.start(), 0
    while position.turn is not None:
        view = position.view(position.turn)
        found = find_threats(view, position.turn)
        assert list(found) == list(SEALS.threats(view, position.turn))  # type: ignore[attr-defined]
        seen += len(found)
        position = position.play(rng.choice(position.moves()))
    assert seen


@pytest.mark.parametrize(
    ("control", "told"),
    [
        (None, "no clock"),
        (Control("move", seconds=45), "45 s a move"),
        (Control("player", seconds=600), "10 min each"),
        (Control("player", seconds=600, increment=5), "10 min + 5 s"),
        (Control("days", days=1), "1 day a move"),
        (Control("days", days=3), "3 days a move"),
    ],
)
def test_a_time_control_has_few_words(control: Control | None, told: str) -> None:
    assert str(control_text(control)) == told
