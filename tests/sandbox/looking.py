"""How a window of the browser comes to show the sandbox, and what a screen reader would say of it."""

from __future__ import annotations

from tests.sandbox.chromium import Window


def read_out(page: Window, face: str) -> str:
    """What a screen reader says for the picture of this name in a text."""
    page.until(lambda: page.all("#log button img.emoji"))
    return str(
        page.driver.execute_async_script(
            """
            const [name, done] = arguments;
            const number = document.querySelector("#log button img.emoji").src.split("/").pop();
            import("./markup.js").then(({ markup }) => {
              const host = document.createElement("div");
              host.append(markup(`<:c_${name}:${number}>`, () => ""));
              done(host.querySelector("img").alt);
            });""",
            face,
        )
    )
