"""The sandbox's web site without a browser: who gets in, what each page is told, and what can be asked."""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any

import aiohttp
import pytest
from aiohttp.test_utils import make_mocked_request

from bot.sandbox.doors import Door, is_loopback
from tests.sandbox.page import Page, opened, parts
from tests.sandbox.showcase import EVIL, showcase

pytestmark = pytest.mark.asyncio


async def get(address: str, headers: dict[str, str] | None = None) -> tuple[int, str, dict[str, str]]:
    async with aiohttp.ClientSession() as session, session.get(address, headers=headers) as answer:
        return answer.status, await answer.text(), {name.lower(): value for name, value in answer.headers.items()}


# --- who gets in -----------------------------------------------------------------------------------------------------


async def test_the_page_is_made_of_its_own_files_and_allows_no_others() -> None:
    async with showcase() as (address, _):
        status, page, headers = await get(address)
        assert status == 200
        assert headers["content-type"].startswith("text/html")
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "unsafe-inline" not in headers["content-security-policy"]
        assert headers["referrer-policy"] == "no-referrer"
        assert "//" not in page.replace("<!doctype", "").replace("</", "<"), "nothing comes from anywhere else"
        for name in ("page.css", "page.js", "parts.js", "markup.js", "icon.svg"):
            status, _, headers = await get(address + name)
            assert status == 200, name
            assert headers["x-content-type-options"] == "nosniff"


async def test_who_does_not_know_the_address_gets_nothing() -> None:
    async with showcase(key="secret-word") as (address, _):
        root = address.removesuffix("secret-word/")
        for path in ("", "secret/", "secret-wordy/", "other/page.js", "favicon.ico", "secret-word"):
            status, text, _ = await get(root + path)
            assert status == 404, path
            assert "secret-word" not in text
        for path in ("nothing.js", "..%2f..%2fstage.py", "%2e%2e/stage.py", "files/Ann/1/2"):
            status, _, headers = await get(address + path)
            assert status == 404, path
            assert "content-security-policy" in headers


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example"},
        {"Host": "evil.example:80"},
        {"Host": "127.0.0.1:1"},
        {"Host": "127.0.0.1.evil.example"},
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
        {"Sec-Fetch-Site": "cross-site"},
    ],
)
async def test_another_page_gets_nothing(headers: dict[str, str]) -> None:
    async with showcase() as (address, _):
        status, text, _ = await get(address + "page.js", headers)
        assert status == 403
        assert "import" not in text
        async with aiohttp.ClientSession() as session:
            with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                await session.ws_connect(address.replace("http", "ws") + "line", headers=headers)
            assert refused.value.status == 403


async def test_the_address_may_be_opened_from_a_link_and_by_another_name_of_this_machine() -> None:
    async with showcase() as (address, _):
        assert (await get(address, {"Sec-Fetch-Site": "cross-site"}))[0] == 200
        assert (await get(address, {"Host": "localhost:" + address.split(":")[2].split("/")[0]}))[0] == 200


@pytest.mark.parametrize(
    ("door", "host", "let_in"),
    [
        (Door("127.0.0.1", 80, key="k"), "127.0.0.1", True),
        (Door("127.0.0.1", 81, key="k"), "127.0.0.1", False),
        (Door("::1", 81, key="k"), "[::1]:81", True),
        (Door("127.0.0.1", 81, key="k"), "[::1:81", False),
        (Door("127.0.0.1", 81, key="k"), "127.0.0.1:many", False),
        (Door("0.0.0.0", 81, foreign=True, key="k"), "my-machine.example:81", True),
    ],
)
async def test_the_host_has_to_be_the_one_that_was_opened(door: Door, host: str, let_in: bool) -> None:
    for headers, welcome in (({}, let_in), ({"Origin": f"http://{host}"}, let_in), ({"Origin": "http://e.vil"}, False)):
        request = make_mocked_request("GET", "/k/line", headers={"Host": host, **headers})
        assert (door.refusal(request) is None) is welcome


async def test_what_is_this_machine_alone() -> None:
    assert all(is_loopback(host) for host in ("127.0.0.1", "127.8.0.1", "::1", "localhost"))
    assert not any(is_loopback(host) for host in ("0.0.0.0", "::", "192.168.1.2", "example.org", ""))
    assert Door("::1", 80, key="k").address == "http://[::1]:80/k/"
    assert Door("::1", 80).key != Door("::1", 80).key


# --- what a page is told ---------------------------------------------------------------------------------------------


async def test_a_message_is_told_as_it_is_and_only_once() -> None:
    async with showcase() as (address, _), opened(address) as page:
        assert [person["name"] for person in page.hello["people"]] == ["Ann", EVIL]
        await page.ask(act="slash", place="channel", command="shelf")
        await page.until(lambda: page.order["channel"])
        (told,) = page.messages.values()
        assert told["asked"] == {"by": "Ann", "command": "shelf"}
        assert not told["private"]
        assert EVIL in page.text("channel"), "as it was sent: the page makes it harmless"
        page.messages.clear()
        await page.press_id(told["id"], "section")
        await page.until(lambda: "pressed Section" in page.text("channel"))
        assert told["id"] not in page.messages


async def test_a_private_reply_is_told_to_one_person_and_can_be_dismissed() -> None:
    async with showcase() as (address, _), opened(address) as ann, opened(address) as other:
        await other.sit(EVIL)
        await ann.ask(act="slash", place="channel", command="shelf")
        await ann.until(lambda: ann.order["channel"])
        shelf = ann.order["channel"][0]
        await ann.press_id(shelf, "section")
        await ann.until(lambda: len(ann.order["channel"]) == 2)
        private = ann.messages[ann.order["channel"][1]]
        assert private["private"]
        await other.ask(act="slash", place="channel", command="typed", options={"number": "1"})
        await other.until(lambda: "number 2" in other.text("channel"))
        assert private["id"] not in other.order["channel"]
        assert private["content"] not in other.text("channel")
        for request in ({"act": "use", "custom_id": "section"}, {"act": "dismiss"}):
            await other.ask(message=private["id"], **request)
        await ann.until(lambda: "number 2" in ann.text("channel"))
        assert private["id"] in ann.order["channel"]
        await ann.ask(act="dismiss", message=private["id"])
        await ann.until(lambda: private["id"] not in ann.order["channel"])
        await ann.ask(act="dismiss", message=shelf)
        await ann.ask(act="slash", place="channel", command="typed", options={"number": "5"})
        await ann.until(lambda: "number 6" in ann.text("channel"))
        assert shelf in ann.order["channel"], "only private replies can be dismissed"


async def test_a_thread_is_shown_in_its_channel() -> None:
    async with showcase(("Ann", "Bob")) as (address, _), opened(address) as page:
        await page.sit("Bob")
        await page.ask(act="slash", place="channel", command="aside")
        await page.until(lambda: "Beside" in page.text("channel"))
        there = next(key for key in page.order["channel"] if page.messages[key]["components"])
        await page.press_id(there, "section")
        await page.until(lambda: "pressed Section" in page.text("channel"))
        assert page.order["dm"] == []
        assert sorted(page.channels.values()) == ["aside", "table"]


async def test_what_has_not_been_read_is_marked() -> None:
    async with showcase(("Ann", "Bob")) as (address, _), opened(address) as page:
        await page.ask(act="slash", place="channel", command="typed", options={"number": "1"})
        await page.until(lambda: page.marks["Bob"]["channel"] and page.marks["Ann"]["channel"])
        assert not page.marks["Bob"]["dm"]
        await page.ask(act="read", place="channel")
        await page.until(lambda: not page.marks["Ann"]["channel"])
        assert page.marks["Bob"]["channel"]
        await page.sit("Bob")
        await page.ask(act="slash", place="dm", command="typed", options={"number": "1"})
        await page.until(lambda: page.marks["Bob"]["dm"])
        await page.ask(act="read", place="dm")
        await page.until(lambda: not page.marks["Bob"]["dm"])


# --- what a page can ask ---------------------------------------------------------------------------------------------


async def shelf(page: Page) -> str:
    await page.ask(act="slash", place="channel", command="shelf")
    await page.until(lambda: page.order["channel"])
    return page.order["channel"][0]


async def test_menus_take_several_choices_or_people() -> None:
    async with showcase(("Ann", "Bob")) as (address, _), opened(address) as page:
        there = await shelf(page)
        assert (await page.ask(act="use", message=there, custom_id="several", values=["X", "Z"])).keys() == {"reply"}
        await page.until(lambda: "chosen ['X', 'Z']" in page.text("channel"))
        await page.ask(act="use", message=there, custom_id="who", values=["Bob"])
        bob = page.hello["people"][1]["id"]
        await page.until(lambda: f"chosen <@{bob}>" in page.text("channel"))
        role, channel = page.hello["roles"][0]["id"], page.hello["channel"]["id"]
        for custom_id, value, told in (("role", role, f"chosen <@&{role}>"), ("channel", channel, f"<#{channel}>")):
            await page.ask(act="use", message=there, custom_id=custom_id, values=[value])
            await page.until(lambda told=told: told in page.text("channel"))  # type: ignore[misc]
        assert "error" in await page.ask(act="use", message=there, custom_id="who", values=["Nobody"])
        for values in (["X"], ["X", "nothing"], ["X", "X"]):
            assert "error" in await page.ask(act="use", message=there, custom_id="several", values=values)


async def test_a_form_is_filled_in_once_by_whom_it_was_opened_for() -> None:
    async with showcase(("Ann", "Bob")) as (address, _), opened(address) as page:
        there = await shelf(page)
        form = (await page.press_id(there, "form"))["form"]
        assert form["title"] == "A form"
        assert {part["type"] for part in form["components"]} <= {1, 18}
        await page.sit("Bob")
        values = {"word": "Hello", "colour": ["Blue"]}
        assert "error" in await page.ask(act="submit", form=form["number"], values=values)
        await page.sit("Ann")
        form = (await page.press_id(there, "form"))["form"]
        await page.ask(act="submit", form=form["number"], values=values)
        await page.until(lambda: "word Hello, colour ['Blue']" in page.text("channel"))
        assert "error" in await page.ask(act="submit", form=form["number"], values=values)


async def test_a_press_the_bot_never_answers_has_failed_after_three_seconds() -> None:
    async with showcase() as (address, live), opened(address) as page:
        there = await shelf(page)
        began, then = time.perf_counter(), live.stage.now
        assert (await page.press_id(there, "silent")).get("failed") is True
        passed, there_passed = time.perf_counter() - began, (live.stage.now - then).total_seconds()
        assert 2.9 < there_passed < 3.5
        assert abs(passed - there_passed) < 0.5, "time there goes on as time does here"


async def test_options_are_typed_as_their_kind_asks() -> None:
    async with showcase(("Ann", "Bob")) as (address, _), opened(address) as page:
        picker = (await page.ask(act="picker", place="channel"))["commands"]
        typed = next(command for command in picker if command["name"] == "typed")
        assert [(option["name"], option["kind"], option["required"]) for option in typed["options"]] == [
            ("number", "integer", True), ("sure", "boolean", False), ("who", "user", False), ("size", "string", False),
        ]  # fmt: skip
        assert typed["options"][3]["choices"] == [{"name": "Small", "value": "s"}, {"name": "Big", "value": "b"}]
        options = {"number": "41", "sure": "true", "who": "bob", "size": "b"}
        await page.ask(act="slash", place="channel", command="typed", options=options)
        bob = page.hello["people"][1]["id"]
        await page.until(lambda: f"number 42, sure True, <@{bob}>, size b" in page.text("channel"))
        for wrong in (
            {}, {"number": "many"}, {"number": "1", "who": "Zed"}, {"number": "1", "sure": "maybe"},
            {"number": "1", "size": "huge"}, {"number": "1", "nothing": "2"},
        ):  # fmt: skip
            reply = await page.ask(act="slash", place="channel", command="typed", options=wrong)
            assert reply.get("error"), wrong


async def test_a_file_is_saved_and_never_opened() -> None:
    async with showcase() as (address, _), opened(address) as page:
        there = await shelf(page)
        (file,) = page.messages[there]["files"]
        assert file["name"] == "notes.txt"
        status, text, headers = await get(f"{address}files/Ann/{there}/{file['id']}")
        assert (status, text) == (200, "<script>kept</script>")
        assert headers["content-type"] == "application/octet-stream"
        assert headers["content-disposition"] == 'attachment; filename="notes.txt"'
        for path in (f"files/Nobody/{there}/1", f"files/Ann/{there}/1", "files/Ann/x/1"):
            assert (await get(address + path))[0] == 404


@pytest.mark.parametrize(
    "asked",
    [
        "no JSON", "[]", "{}", '{"act": "fly"}', '{"act": "sit"}', '{"act": "use", "message": -1, "custom_id": "x"}',
        '{"act": "use", "message": "x", "custom_id": "x"}', '{"act": "slash", "place": "moon", "command": "shelf"}',
        '{"act": "sit", "who": "Ann", "more": 1}', '{"act": "propose"}', "\x00",
        json.dumps({"act": "sit", "who": "A" * 1000}),
    ],
)  # fmt: skip
async def test_nonsense_is_answered_and_harms_nothing(asked: str) -> None:
    async with (
        showcase() as (address, _),
        aiohttp.ClientSession() as session,
        session.ws_connect(address.replace("http", "ws") + "line") as line,
    ):
        await line.receive_json()
        await line.receive_json()
        await line.send_str(asked)
        assert "error" in await line.receive_json(timeout=10)
        await line.send_json({"act": "picker", "place": "channel", "number": 7})
        assert (await line.receive_json(timeout=10))["reply"] == 7


@pytest.mark.parametrize(
    "asked",
    [
        {"act": "sit", "who": "Nobody"},
        {"act": "use", "message": "1", "custom_id": "section"},
        {"act": "submit", "form": 99, "values": {}},
        {"act": "slash", "place": "channel", "command": "nothing"},
        {"act": "slash", "place": "dm", "command": "shelf extra"},
        {"act": "propose", "place": "channel", "command": "typed", "option": "size", "typed": ""},
    ],
)
async def test_what_can_not_be_done_is_told_in_words(asked: dict[str, Any]) -> None:
    async with showcase() as (address, _), opened(address) as page:
        reply = await page.ask(**asked)
        assert len(reply["error"]) > 10
        assert not page.order["channel"]


async def test_two_presses_at_once_are_both_answered() -> None:
    async with showcase(("Ann", "Bob")) as (address, _), opened(address) as ann, opened(address) as bob:
        await bob.sit("Bob")
        there = await shelf(ann)
        await bob.until(lambda: there in bob.order["channel"])
        await asyncio.gather(*(page.press_id(there, "section") for page in (ann, bob) for _ in range(5)))
        for page in (ann, bob):
            await page.until(lambda page=page: page.text("channel").count("pressed Section") == 5)  # type: ignore[misc]
            private = [told for told in page.messages.values() if told["private"]]
            assert len(private) == 5
            assert not any(list(parts(told["components"])) for told in private)
