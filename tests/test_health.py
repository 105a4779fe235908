"""The health answer: loopback unless told otherwise, every state, the figures, clean start and stop."""

from __future__ import annotations

import asyncio
import logging
import socket

import aiohttp
import pytest

from bot.health import LOOPBACK, HealthServer, State


async def ask(port: int, path: str = "/healthz", method: str = "GET") -> tuple[int, str]:
    async with (
        aiohttp.ClientSession() as session,
        session.request(method, f"http://{LOOPBACK}:{port}{path}") as answer,
    ):
        return answer.status, await answer.text()


@pytest.mark.asyncio
async def test_it_answers_what_it_is_told() -> None:
    state: State = "starting"
    server = HealthServer(0, lambda: state, lambda: "cheat_taps_total 7\n")
    await server.start()
    try:
        assert server.port > 0
        assert await ask(server.port) == (503, '{"status": "starting"}')
        state = "stopping"
        assert await ask(server.port) == (503, '{"status": "stopping"}')
        state = "disconnected"
        assert await ask(server.port) == (503, '{"status": "disconnected"}')
        state = "reconnecting"
        assert await ask(server.port) == (200, '{"status": "reconnecting"}')
        state = "ok"
        assert await ask(server.port) == (200, '{"status": "ok"}')
        state = "damaged"
        assert await ask(server.port) == (200, '{"status": "damaged"}'), "a start anew would mend nothing"
        assert await ask(server.port, "/metrics") == (200, "cheat_taps_total 7\n")
        assert (await ask(server.port, "/"))[0] == 404
        assert (await ask(server.port, method="POST"))[0] == 405
    finally:
        await server.stop()
    with pytest.raises(aiohttp.ClientConnectorError):
        await ask(server.port)


@pytest.mark.asyncio
async def test_it_can_be_stopped_at_any_time() -> None:
    server = HealthServer(0, lambda: "ok", str)
    await server.stop()
    await server.start()
    await server.stop()
    await server.stop()


@pytest.mark.asyncio
async def test_it_listens_on_the_loopback_address_only() -> None:
    server = HealthServer(0, lambda: "ok", str)
    await server.start()
    try:
        assert server._runner is not None
        assert server._runner.addresses == [(LOOPBACK, server.port)]
    finally:
        await server.stop()


@pytest.mark.asyncio
async def test_it_listens_where_it_is_told_to() -> None:
    server = HealthServer(0, lambda: "ok", str, address="127.0.0.2")
    await server.start()
    try:
        async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.2:{server.port}/healthz") as answer:
            assert answer.status == 200
        with pytest.raises(aiohttp.ClientConnectorError):
            await ask(server.port)
    finally:
        await server.stop()


@pytest.mark.asyncio
async def test_a_taken_port_is_an_error() -> None:
    with socket.socket() as taken:
        taken.bind((LOOPBACK, 0))
        taken.listen()
        server = HealthServer(taken.getsockname()[1], lambda: "ok", str)
        with pytest.raises(OSError, match="in use"):
            await server.start()
    await server.stop()


async def send(port: int, sent: bytes) -> bytes:
    """The first line of what comes back for these bytes."""
    reader, writer = await asyncio.open_connection(LOOPBACK, port)
    writer.write(sent)
    try:
        return await asyncio.wait_for(reader.readline(), 5)
    finally:
        writer.close()


GET = b"GET /metrics HTTP/1.1\r\nHost: x\r\n"


@pytest.mark.parametrize(
    ("sent", "answered"),
    [
        (GET + b"X: " + b"a" * 9000 + b"\r\n\r\n", b" 400 "),
        (GET + b"".join(b"A%d: b\r\n" % number for number in range(40_000)) + b"\r\n", b" 400 "),
        (b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\n\r\n", b" 400 "),
        (b"\x16\x03\x01\x00hello\r\n\r\n", b" 400 "),
        (b"GET\r\n\r\n", b" 400 "),
        (b"GET /metrics HTTP/9.9\r\n\r\n", b" 400 "),
        (b"GET http://[ HTTP/1.1\r\nHost: x\r\n\r\n", b" 400 "),
        (GET + b"Content-Length: -1\r\n\r\n", b" 400 "),
        (GET + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n", b" 400 "),
        (GET + b"Transfer-Encoding: chunked\r\n\r\n5\r\nabc", b" 200 "),
        (GET + b"Content-Encoding: gzip\r\nContent-Length: 5\r\n\r\nabcde", b" 200 "),
        (b"POST /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 99999\r\n\r\nabc", b" 405 "),
    ],
)
@pytest.mark.asyncio
async def test_what_is_no_request_is_answered_and_no_error_of_ours(
    sent: bytes, answered: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    server = HealthServer(0, lambda: "ok", str)
    await server.start()
    try:
        assert answered in await send(server.port, sent)
        assert await ask(server.port) == (200, '{"status": "ok"}')
    finally:
        await server.stop()
    assert [record.getMessage() for record in caplog.records if record.levelno > logging.DEBUG] == []


@pytest.mark.asyncio
async def test_many_idle_connections_keep_nobody_from_an_answer(caplog: pytest.LogCaptureFixture) -> None:
    server = HealthServer(0, lambda: "ok", str)
    await server.start()
    idle = [await asyncio.open_connection(LOOPBACK, server.port) for _ in range(300)]
    try:
        assert (await ask(server.port))[0] == 200
    finally:
        await asyncio.wait_for(server.stop(), 5)
        for _, writer in idle:
            writer.close()
    assert caplog.records == []


@pytest.mark.asyncio
async def test_what_breaks_here_is_an_error(caplog: pytest.LogCaptureFixture) -> None:
    def broken() -> str:
        raise ValueError("the figures")

    server = HealthServer(0, lambda: "ok", broken)
    await server.start()
    try:
        assert (await ask(server.port, "/metrics"))[0] == 500
    finally:
        await server.stop()
    (record,) = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert record.exc_info is not None
    assert "the figures" in str(record.exc_info[1])
