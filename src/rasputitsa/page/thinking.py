"""Where bots think: questions with a guess of a position in, decisions out."""

from __future__ import annotations

from ..bots import Stop
from ..bots.search import Partner
from ..table.hints import decided, stood
from .host import Data


def decide(question: Data, stop: Stop, partner: Partner | None = None) -> Data:
    """The decision of a bot, or how it failed."""
    try:
        if question.get("side"):
            return {"standing": stood(question["game"], question["seed"], question["position"], question["side"], stop)}
        action, text = decided(
            question["game"],
            question["level"],
            question["seed"],
            question["number"],
            question["position"],
            stop,
            partner,
        )
    except Exception as error:  # whatever it is, the table goes on
        return {"error": f"{type(error).__name__}: {error}"}
    return {"action": action, "text": text}
