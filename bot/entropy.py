"""Chance from the operating system, for deals, salts and draws; the tests and the sandbox may bring their own."""

from __future__ import annotations

import secrets


class SystemEntropy:
    """Chance from the operating system (implements `ports.Entropy`)."""

    def draw(self, size: int) -> bytes:
        """`size` unpredictable bytes."""
        return secrets.token_bytes(size)
