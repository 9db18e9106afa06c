"""T22: which words of a comment are marked, in four languages."""

from __future__ import annotations

import pytest

import icefield
from icefield.core.abilities import Discussed, Exported
from icefield.games.torch.commentary import forbidden

MARKED = {
    "en": """the suns should go | moonlit places sink | somebody crowned himself
        | coats of arms | a reddish corner | bluer than ice | the greens are heavy
        | blackened ice | vote for a five | get rid of the aces | c4 is doomed
        | the second choice | TWO of them | ｆｉｖｅ is enough | go left
        | the northernmost floe | the upper end | diagonally from me | the sun's tile
        | zeros hurt | the center tile | in the centre | the middle one sinks
        | the corner is weak | near the edge | the centermost floe""",
    "de": """die Sonnen müssen weg | der Vollmond sinkt | wer ist gekrönt | im Kronenfeld
        | das Wappen dort | die rötlichen Kacheln | dunkelblaue Scholle | Grünfelder versinken
        | den schwarzen | eine Zweierkachel | die Fünf | die FUENF | beim dritten Mal
        | vierte Wahl | nach links | ganz oben | die untere Scholle | im Südosten
        | nördlich davon | auf d5 | in der Mitte | die mittlere Platte | im Zentrum
        | die Ecke da | am Rand""",
    "fr": """les soleils brillent | pleine lune | il sera couronné
        | nous couronnons le vainqueur | les armoiries | une tuile bleue | les vertes
        | rougeâtre | ça noircit | les deux | le quatrième | votez cinq | ZÉRO | à gauche
        | tout en haut | la tuile inférieure | au nord-ouest | vers l'est | le blason
        | trois fois | la tuile du centre | au milieu | dans le coin | au bord
        | la plaque centrale""",
    "ja": """太陽が危ない | 月を消そう | 王冠が重い | 紋章はいらない | サンズを狙え
        | クラウンだ | ｸﾗｳﾝだ | 赤いタイル | 青は嫌だ | みどりがいい | ブラックを消す
        | ５にしよう | 五を選ぶ | 三番がいい | ゼロだ | ｾﾞﾛだ | ふたつ | 右へ | 左の氷
        | 北の方 | 斜めに | 中央のタイル | 真ん中は危ない | 角を消そう | 隅の氷 | 端がいい""",
}
LEFT_ALONE = {
    "en": """someone is in danger | nobody knows | the crowd gathers | an army of walkers
        | Sunday is quiet | we must agree | I would hide | blueprint of a plan
        | greenhouse ice | the tension rises | often enough | it is lonely there | all right
        | do as I do | I am not afraid | crowded ice breaks | charming | upset | downpour
        | honeymoon | the centre of attention | a central question
        | the edge of my patience | borderline | add a coin""",
    "de": """niemand ist sicher | ich habe Zweifel | am Sonntag ruhen wir | das ist dreist
        | im Grunde egal | ein Zweig | du hast recht | die Weste | es ist eng
        | ich weiß es nicht | viel zu schwer | alle wollen gewinnen | brotlos | Achtung
        | chronisch | Viertel | trotzdem | Kosten | nun gut | vermitteln
        | erkennt ihr es | ermitteln | entdecken | alle Mann an Bord""",
    "fr": """il est tard | un ami | une idée | la foule | personne ne bouge | on verra
        | découvert | oublié | quelqu'un tombe | c'est trop lourd | je me méfie | les autres
        | l'eau est froide | asseyez-vous | alarme | tout le monde | débat | lundi | couvert
        | dixit | au milieu de la partie | d'accord | abordons cela""",
    "ja": """面白いね | 一緒に考えよう | 下さい | 上手だね | 以上です | 今月も負けた
        | 危ないよ | 重すぎる | 東京から来た | 誰かが沈む | 一番安全 | サンドイッチ
        | ワンダフル | みんな黙って | 明白だ | 統一しよう | それは怖い | 下手だ
        | 角度を変えて考えよう | 端的に言う | 縁起がいい""",
}


def cases(table: dict[str, str]) -> list[str]:
    found = [" ".join(text.split()) for texts in table.values() for text in texts.split("|")]
    assert all(len(texts.split("|")) >= 15 for texts in table.values())
    return found


@pytest.mark.parametrize("text", cases(MARKED))
def test_T22_forbidden_words_are_marked(text: str) -> None:
    assert forbidden(text)


@pytest.mark.parametrize("text", cases(LEFT_ALONE))
def test_T22_other_words_are_left_alone(text: str) -> None:
    assert forbidden(text) == ()


def test_T22_spans_are_places_in_the_text_as_it_was_written() -> None:
    text = "Straße: ＧＲÜＮ oder c4?"
    spans = forbidden(text)
    assert [text[s.start : s.end] for s in spans] == ["ＧＲÜＮ", "c4"]
    assert [str(s.reason) for s in spans] == ["“ＧＲÜＮ” names a colour.", "“c4” names a number."]


def test_T22_players_are_not_named() -> None:
    names = ("Ann", "Zoë", "花子", "x", "")
    for text in ("trust ann!", "Ann's floe", "ANNS Scholle", "zoe knows", "花子さんは重い"):
        assert len(forbidden(text, names)) == 1, text
    for text in ("an annual vote", "Anna", "x marks it", "花が"):
        assert forbidden(text, names) == (), text


def test_T22_the_ability() -> None:
    game = icefield.game("torch")
    assert isinstance(game, Discussed)
    assert isinstance(game, Exported)
    assert not isinstance(icefield.game("seals"), Discussed)
    position = game.start(3)
    assert not game.discussion(position)
    for die in ("roll:5", "roll:1", "roll:0"):
        position = position.play(die)
    while not position.in_ballot:  # type: ignore[attr-defined]
        position = position.play(position.moves()[0])
    assert game.discussion(position)
    assert game.verdict(position, 1) == "bar:M"
    barred = position.play(game.verdict(position, 1))
    assert game.discussion(barred)
    assert game.chat_closed(barred)
    assert not game.discussion(barred.play("vote:5"))
    assert game.arbiter(position) == position.torch  # type: ignore[attr-defined]


def test_T22_the_chat_is_closed_from_the_movement_to_the_second_reveal() -> None:
    game = icefield.game("torch")
    assert isinstance(game, Discussed)
    position = game.start(3)
    seen: dict[str, tuple[bool, bool]] = {}
    dice = iter(("roll:5", "roll:1", "roll:0"))
    for _ in range(100):
        phase = position.phase  # type: ignore[attr-defined]
        seen[phase] = (game.chat_closed(position), game.discussed_in_chat(position))
        if phase == "suit-coins":
            break
        seat = position.deciders[0] if position.deciders else None
        moves = [str(move) for move in position.moves(seat)]
        move = next((each for each in moves if each == "decline"), moves[0])
        position = position.play(next(dice, move), seat=seat)
    free, judged, shut = (False, False), (False, True), (True, False)
    wanted = {"roll": free, "place": free, "move": judged, "number": shut, "suit": shut}
    wanted |= {"number-coins": shut, "suit-coins": free}
    assert {phase: seen[phase] for phase in wanted} == wanted
