"""How frames are counted before anything parses them."""

from __future__ import annotations

import random

import pytest

from icefield.server.asgi.uvicorn_patches.input_limit import BYTES, FRAMES, FrameCounter, InputLimit

from ...flood import PING, TEXT, frame


class Clock:
    def __init__(self) -> None:
        self.at = 1000.0

    def __call__(self) -> float:
        return self.at


@pytest.mark.parametrize("seed", range(20))
def test_frame_counter_counts_frames_however_they_are_cut(seed: int) -> None:
    chance = random.Random(seed)
    sizes = [chance.choice((0, 1, 125, 126, 127, 300, 70_000)) for _ in range(12)]
    frames = []
    for size in sizes:
        payload = chance.randbytes(size)
        frames.append(
            frame(TEXT, payload)
            if size < 65_536
            else bytes([TEXT, 0xFF]) + size.to_bytes(8) + bytes(4) + payload
        )
    data, counter, counted, at = b"".join(frames), FrameCounter(), 0, 0
    while at < len(data):
        step = chance.choice((1, 2, 3, 7, 100, 5000))
        counted += counter.count(data[at : at + step], 1000)
        at += step
    assert counted == len(sizes)


def test_frame_counter_stops_beyond_the_most() -> None:
    assert FrameCounter().count(frame(PING, b"") * 10_000, 60) == 61


def test_input_limit_allows_pongs_for_ever_and_a_burst_once() -> None:
    clock = Clock()
    limit = InputLimit(clock)
    pong = frame(0x8A, b"1234")
    for _ in range(1000):
        clock.at += 0.5
        assert limit.allows(pong)
    clock.at += 60
    assert limit.allows(pong * int(FRAMES.burst))
    assert not limit.allows(pong)
    clock.at += 1 / FRAMES.per_second
    assert limit.allows(pong)


def test_input_limit_counts_bytes() -> None:
    limit = InputLimit(Clock())
    assert not limit.allows(frame(TEXT, b"x" * int(BYTES.burst)))
    assert limit.allows(frame(TEXT, b"x"))
