"""The health answer: loopback unless told otherwise, every state, the figures, clean start and stop."""

from __future__ import annotations

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
