"""The use of refresh tokens at the vendor: which token was used, how often, and with which result."""

import base64
import json
from collections import Counter
from typing import Dict, List, Set, Tuple


class Redemptions:
    """The renewals in a recording. Each response with a new pair is the next generation of its user's session."""

    def __init__(self, exchanges: List[dict]):
        uses: Counter = Counter()
        pairs: Dict[str, Set[str]] = {}
        owners: Dict[str, Tuple[str, int]] = {}  # the user and the generation of each refresh token
        self.generations: Dict[str, int] = {}
        self.refused = 0
        for exchange in exchanges:
            path, answer = exchange["path"].split("?")[0], parsed(exchange["response"])
            if exchange["provider"] != "privy" or exchange["method"] != "POST":
                continue
            if path.endswith("/custom_jwt_account/authenticate") and exchange["status"] == 200:
                user = subject(parsed(exchange["request"])["token"])
                owners[answer["refresh_token"]] = (user, 1)
                self.generations[user] = 1
            elif path.endswith("/sessions"):
                token = parsed(exchange["request"]).get("refresh_token", "")
                uses[token] += 1
                if exchange["status"] != 200 or answer.get("session_update_action") != "set":
                    self.refused += 1
                    continue
                pairs.setdefault(token, set()).add(answer["refresh_token"])
                user, generation = owners.get(token, ("unknown", 0))
                owners.setdefault(answer["refresh_token"], (user, generation + 1))
                self.generations[user] = max(self.generations.get(user, 0), generation + 1)
        self.used = len(uses)
        self.most_pairs = max(map(len, pairs.values()), default=0)
        self.repeated = sum(number > 1 for number in uses.values())


def parsed(text: str) -> dict:
    try:
        value = json.loads(text)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def subject(token: str) -> str:
    """Returns the user that a JWT names, without a check of the signature."""
    claims = token.split(".")[1]
    return json.loads(base64.urlsafe_b64decode(claims + "=" * (-len(claims) % 4)))["sub"]
