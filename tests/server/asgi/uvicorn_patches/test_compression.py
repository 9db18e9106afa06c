"""Live messages are packed once for all who get the same words."""

from __future__ import annotations

import zlib

from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory
from websockets.frames import Frame, Opcode

from icefield.server.asgi.uvicorn_patches.compression import SharedDeflateFactory, compress_message

WORDS = ("a drawing of the board " * 400).encode()


def agreed(**offer: object) -> tuple[object, object]:
    """Both ends of a connection whose client offers that."""
    client = ClientPerMessageDeflateFactory(**offer)  # type: ignore[arg-type]
    answer, ours = SharedDeflateFactory().process_request_params(client.get_request_params(), [])
    return ours, client.process_response_params(answer, [])


def test_what_is_packed_is_read_by_whoever_offered_anything() -> None:
    for offer in (
        {},
        {"server_max_window_bits": 10},
        {"client_max_window_bits": True},
        {"server_no_context_takeover": True, "client_no_context_takeover": True},
    ):
        ours, theirs = agreed(**offer)
        for words in (WORDS, b"short", WORDS, b""):
            told = theirs.decode(ours.encode(Frame(Opcode.TEXT, words)))  # type: ignore[attr-defined]
            assert bytes(told.data) == words
            asked = ours.decode(theirs.encode(Frame(Opcode.TEXT, words)))  # type: ignore[attr-defined]
            assert bytes(asked.data) == words


def test_the_second_connection_costs_no_packing() -> None:
    compress_message.cache_clear()
    for _ in range(5):
        ours, _ = agreed()
        frame = ours.encode(Frame(Opcode.TEXT, WORDS))  # type: ignore[attr-defined]
        assert frame.rsv1
        assert len(frame.data) < len(WORDS) / 10
    assert compress_message.cache_info().misses == 1
    assert compress_message.cache_info().hits == 4


def test_control_frames_are_left_alone() -> None:
    ours, _ = agreed()
    frame = Frame(Opcode.PING, b"?")
    assert ours.encode(frame) is frame  # type: ignore[attr-defined]


def test_a_packed_message_needs_nothing_before_it() -> None:
    unpacker = zlib.decompressobj(wbits=-15)
    assert unpacker.decompress(compress_message(WORDS) + b"\x00\x00\xff\xff") == WORDS
