"""Checks a fleet's history: a pure function of the hosts' histories, the vendor's recording, the audit of the rows and
the responses that callers received. All times are by the clock that all processes of a machine share.

Rules, by the letter of a violation:

* a: each refresh token is exchanged for one new pair. It is sent again only in the declared cases: within the vendor's
  window, after an attempt without a response (the session is then `renewal_lost`), or in a request that arrived after
  its lease. While another claim's use is open, a claim notes a use only as a takeover within the window.
* b: the generations of a row grow by one, none is stored twice, and no row comes back after it was deleted.
* c: two seconds after a sign-out was acknowledged, no host returns the session, unless the host was cut off from the
  database.
* d: after the faults, each session that was not signed out has a token that the vendor accepts, or its loss is one of
  the declared cases, and no host had the new credential in its outbox.
* e: the fences of a row grow, and each has one holder.
"""

import base64
import hashlib
import json
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import Dict, Iterable, List, NamedTuple, Optional, Sequence, Set, Tuple

SOON = 2.0  # seconds until all hosts have processed a sign-out
CLOSING = {"failed", "lost", "ended", "committed", "superseded", "gone"}
LOST = {"renewal_lost", "not_signed_in", "session_expired", "session_revoked"}


class Violation(NamedTuple):
    rule: str
    session: str
    text: str

    def __str__(self) -> str:
        return f"({self.rule}) {self.session}: {self.text}"


class Use(NamedTuple):
    """One use of a refresh token at the vendor."""

    token: str  # its hash
    subject: str
    generation: int
    at: float
    outcome: str  # accepted, repeated, ignored, refused
    pair: str = ""  # the hash of the refresh token in the response


class Outage(NamedTuple):
    """A period in which a host could not read changes, including the time to connect and read them again."""

    host: str
    start: float
    end: float


@dataclass
class History:
    """The data to check. `sessions` maps the vendor's users to session ids."""

    window: float
    lease: float
    lines: List[dict] = field(default_factory=list)
    uses: List[Use] = field(default_factory=list)
    tokens: Dict[str, List[str]] = field(default_factory=dict)  # user -> the hashes of the access tokens, newest last
    sessions: Dict[str, str] = field(default_factory=dict)
    rows: List[dict] = field(default_factory=list)
    signed_out: Dict[str, float] = field(default_factory=dict)
    perhaps_signed_out: Set[str] = field(default_factory=set)
    outages: List[Outage] = field(default_factory=list)
    final: Dict[str, dict] = field(default_factory=dict)


class Claim:
    """The lines of one claim of one session."""

    def __init__(self, session: str, generation: int, fence: int):
        self.session, self.generation, self.fence = session, generation, fence
        self.steps: Dict[str, float] = {}

    def is_open(self, at: float) -> bool:
        """Whether the claim had noted a use by that time whose outcome was not known yet."""
        ends = [boot for step, boot in self.steps.items() if step in CLOSING]
        return self.steps.get("noted", at) < at and not any(end <= at for end in ends)

    def deadline(self, history: History, first: float) -> float:
        """The time until which the claim's requests must have arrived."""
        lease = self.steps.get("claimed", self.steps.get("noted", 0)) + history.lease
        return min(lease, first + history.window) if "takenOver" in self.steps and history.window else lease


def claims(history: History) -> Dict[Tuple[str, int], List[Claim]]:
    """The claims by session and generation, in the order of their fences."""
    found: Dict[Tuple[str, int], Claim] = {}
    for line in sorted(history.lines, key=lambda line: line["boot"]):
        if "fence" in line:
            key = (line["session"], line["fence"])
            claim = found.setdefault(key, Claim(line["session"], line["generation"], line["fence"]))
            claim.steps.setdefault(line["event"], line["boot"])
    grouped = defaultdict(list)
    for claim in sorted(found.values(), key=lambda claim: claim.fence):
        grouped[claim.session, claim.generation].append(claim)
    return grouped


def check(history: History) -> List[Violation]:
    """All violations of the rules."""
    grouped = claims(history)
    return [
        *check_redemptions(history, grouped), *check_notes(history, grouped), *check_generations(history),
        *check_sign_outs(history), *check_losses(history, grouped), *check_fences(history)]


# a

def check_redemptions(history: History, grouped) -> Iterable[Violation]:
    for token, uses in by_token(history).items():
        session = history.sessions.get(uses[0].subject, uses[0].subject)
        where = f"generation {uses[0].generation}"
        pairs = {use.pair for use in uses if use.outcome in ("accepted", "repeated")}
        if len(pairs) > 1 or sum(use.outcome == "accepted" for use in uses) > 1:
            yield Violation("a", session, f"{where} gave {len(pairs)} pairs: it was redeemed twice")
        first = next((index for index, use in enumerate(uses) if use.outcome == "accepted"), len(uses))
        for use in uses[first + 1:]:
            if use.outcome == "repeated" and use.at - uses[first].at <= history.window + 1:
                continue
            why = excuse(history, grouped.get((session, use.generation), []), use)
            if why is None:
                yield Violation(
                    "a", session,
                    f"{where} was used again {use.at - uses[first].at:.3f} s later, inside a lease ({use.outcome})")


def by_token(history: History) -> Dict[str, List[Use]]:
    tokens = defaultdict(list)
    for use in history.uses:
        tokens[use.token].append(use)
    return tokens


def excuse(history: History, candidates: Sequence[Claim], use: Use) -> Optional[str]:
    """The accepted reason why a used token was sent again: `late` or `doubt`; None if there is none."""
    noted = [claim for claim in candidates if claim.steps.get("noted", use.at + 1) <= use.at]
    first = min((claim.steps["noted"] for claim in noted), default=0)
    punctual = [claim for claim in noted if use.at <= claim.deadline(history, first)]
    if not punctual:
        return "late"
    doubts = [
        claim for claim in noted
        if claim.steps.get("failed", use.at + 1) <= use.at and "answered" not in claim.steps]
    if any(doubt.fence < claim.fence for doubt in doubts for claim in punctual):
        return "doubt"
    # A request of an ended claim may arrive during the next claim.
    if len(noted) > 1 and any(claim.deadline(history, first) < use.at for claim in noted) and is_one_each(
            history, punctual, use):
        return "late"
    return None


def is_one_each(history: History, punctual: Sequence[Claim], use: Use) -> bool:
    """Whether, since the first punctual claim noted its use, there was at most one use more than punctual claims."""
    since = min(claim.steps["noted"] for claim in punctual)
    return sum(each.token == use.token and since <= each.at <= use.at for each in history.uses) <= len(punctual) + 1


def check_notes(history: History, grouped) -> Iterable[Violation]:
    for (session, generation), candidates in grouped.items():
        for index, claim in enumerate(candidates):
            if "noted" not in claim.steps:
                continue
            for other in candidates[:index]:
                if "noted" in other.steps and other.is_open(claim.steps["noted"]):
                    if history.window and "takenOver" in claim.steps:
                        continue
                    yield Violation(
                        "a", session, f"fence {claim.fence} noted a use of generation {generation} while that "
                        f"of fence {other.fence} was open")


# b

def check_generations(history: History) -> Iterable[Violation]:
    stored: Dict[str, int] = {}
    deleted: Set[str] = set()
    for row in history.rows:
        name, short = row["name"], row["name"][:8]
        if name in deleted:
            yield Violation("b", short, f"the row came back after it was deleted ({row['action']})")
        if row["action"] == "DELETE":
            deleted.add(name)
            stored.pop(name, None)
            continue
        before, generation = stored.get(name), row["generation"]
        if before is not None and generation < before:
            yield Violation("b", short, f"generation {generation} was stored over {before}")
        elif before is not None and generation > before + 1:
            yield Violation("b", short, f"generation {before} was followed by {generation}")
        elif row["action"] == "UPDATE" and row.get("is_rewritten") and generation == before:
            yield Violation("b", short, f"generation {generation} was stored twice")
        stored[name] = generation
    commits = defaultdict(set)
    starts: Counter = Counter()
    for line in sorted(history.lines, key=lambda line: line["boot"]):
        if line["event"] == "host_started":
            starts[line["host"]] += 1
        elif line["event"] == "committed":
            # A host that was killed between the commit and the removal of the result from its outbox commits the same
            # result again when it starts: the row does not change.
            place = (line["session"], line["generation"])
            known = {(host, fence) for host, fence, start in commits[place] if start < starts[host]}
            if (line["host"], line["fence"]) not in known and commits[place]:
                yield Violation("b", line["session"], f"generation {line['generation']} was committed twice")
            commits[place].add((line["host"], line["fence"], starts[line["host"]]))


# c

def check_sign_outs(history: History) -> Iterable[Violation]:
    for line in history.lines:
        if line["event"] != "token" or "code" in line or line["session"] not in history.signed_out:
            continue
        end = history.signed_out[line["session"]]
        if had_time(history, line["host"], end, line["boot"]):
            yield Violation(
                "c", line["session"], f"host {line['host']} answered {line['boot'] - end:.3f} s after the sign-out")


def had_time(history: History, host: str, start: float, end: float) -> bool:
    """Whether the host had two seconds without an outage between the two times."""
    free = start
    for out in sorted((out for out in history.outages if out.host == host), key=lambda out: out.start):
        if out.end <= free:
            continue
        if min(out.start, end) - free > SOON:
            return True
        free = max(free, out.end)
        if free >= end:
            return False
    return end - free > SOON


# d

def check_losses(history: History, grouped) -> Iterable[Violation]:
    subjects = {session: subject for subject, session in history.sessions.items()}
    for session, answer in history.final.items():
        if session in history.signed_out or session in history.perhaps_signed_out:
            if session in history.signed_out and not answer.get("code"):
                yield Violation("c", session, "gives a token after it was signed out")
            continue
        code, subject = answer.get("code", ""), subjects.get(session, "")
        if not code:
            issued = history.tokens.get(subject, [])
            if answer.get("sha") not in issued[-1:]:
                yield Violation("d", session, "gives a token that is not the vendor's newest one")
        elif code not in LOST:
            yield Violation("d", session, f"gives no token after the faults: {code}")
        else:
            text = undeclared(history, grouped, session, subject)
            if text is not None:
                yield Violation("d", session, f"is lost ({code}), and {text}")


def undeclared(history: History, grouped, session: str, subject: str) -> Optional[str]:
    """The reason why the loss of a session is not one of the declared cases; None if it is one of them."""
    refused = [
        use for use in history.uses if use.subject == subject and use.outcome == "refused"
        and excuse(history, grouped.get((session, use.generation), []), use) == "late"]
    if refused:
        return None  # a request that arrived after its lease made the vendor end the session
    lost = [
        line for line in history.lines
        if line.get("session") == session and (line["event"] == "lost" or line.get("code") == "renewal_lost")]
    if not lost:
        return None if is_cut_off(history, grouped, session, subject) else "no host reported the loss"
    generations = [line["generation"] for line in lost if "generation" in line]
    generation = max(generations, default=0)
    candidates = grouped.get((session, generation), [])
    saved = [claim for claim in candidates if "spooled" in claim.steps]
    if saved:
        return f"the response for generation {generation} was in an outbox (fence {saved[0].fence})"
    used = [claim for claim in candidates if "noted" in claim.steps]
    if not used and not any("takenOver" in claim.steps for claim in candidates):
        return f"no host used generation {generation}"
    first = min((claim.steps["noted"] for claim in used), default=None)
    for claim in candidates:
        # A claim without a note of its own was abandoned because of the age of the first use.
        if history.window and first is not None and "lost" in claim.steps and "noted" not in claim.steps:
            age = claim.steps["lost"] - first
            if age < history.window - 0.5:
                return f"it was abandoned {age:.1f} s after the first use, within the window"
    return None


def is_cut_off(history: History, grouped, session: str, subject: str) -> bool:
    """Whether the vendor refused a credential whose earlier use had no answer, and the host that learned of it was killed,
    or lost its database, after it had deleted the session and before it reported the loss. No order of the two steps
    removes this moment: a report before the deletion would be wrong if another host has renewed the session."""
    for use in history.uses:
        if use.subject != subject or use.outcome != "refused":
            continue
        noted = [
            claim for claim in grouped.get((session, use.generation), []) if claim.steps.get("noted", use.at + 1) <= use.at]
        if len(noted) < 2 or "answered" in noted[-2].steps:
            continue
        if not CLOSING.intersection(noted[-1].steps) - {"failed"}:
            return True
    return False


def cut_off(history: History) -> int:
    """The number of lost sessions whose report was cut off."""
    grouped, subjects = claims(history), {session: subject for subject, session in history.sessions.items()}
    reported = {line.get("session") for line in history.lines if line["event"] == "lost" or line.get("code") == "renewal_lost"}
    return sum(
        answer.get("code") in LOST and session not in history.signed_out and session not in reported
        and is_cut_off(history, grouped, session, subjects.get(session, "")) for session, answer in history.final.items())


# e

def check_fences(history: History) -> Iterable[Violation]:
    holders = defaultdict(set)
    for line in history.lines:
        if line["event"] == "claimed":
            holders[line["session"], line["fence"]].add(line["host"])
    for row in history.rows:
        if row.get("holder"):
            holders[row["name"][:8], row["fence"]].add(row["holder"])
    for (session, fence), names in holders.items():
        if len(names) > 1:
            yield Violation("e", session, f"fence {fence} had the holders {', '.join(sorted(names))}")
    last: Dict[str, int] = {}
    for row in history.rows:
        if row["fence"] < last.get(row["name"], 0):
            yield Violation("e", row["name"][:8], f"fence {row['fence']} after {last[row['name']]}")
        last[row["name"]] = row["fence"]


# The vendor's recording.

def redemptions(exchanges: Sequence[dict], arrivals: Sequence[float]) -> Tuple[List[Use], Dict[str, List[str]]]:
    """The uses of refresh tokens, and for each user the hashes of the access tokens."""
    owners: Dict[str, Tuple[str, int]] = {}
    spent: Dict[str, str] = {}
    uses: List[Use] = []
    tokens: Dict[str, List[str]] = defaultdict(list)
    times = iter(arrivals)
    for exchange in exchanges:
        path, answer = exchange["path"].split("?")[0], parsed(exchange["response"])
        if exchange["method"] != "POST" or exchange.get("provider", "privy") != "privy":
            continue
        if path.endswith("/custom_jwt_account/authenticate") and exchange["status"] == 200:
            user = subject(parsed(exchange["request"])["token"])
            owners[answer["refresh_token"]] = user, 1
            tokens[user].append(digest(answer["token"]))
        elif path.endswith("/api/v1/sessions"):
            token, at = parsed(exchange["request"]).get("refresh_token", ""), next(times)
            user, generation = owners.get(token, ("unknown", 0))
            pair = answer.get("refresh_token") or ""
            outcome = "refused"
            if exchange["status"] == 200 and answer.get("session_update_action") == "ignore":
                outcome = "ignored"
            elif exchange["status"] == 200 and answer.get("session_update_action") == "set":
                outcome = "repeated" if spent.get(token) == pair else "accepted"
                spent[token] = pair
                if pair not in owners:
                    owners[pair] = user, generation + 1
                    tokens[user].append(digest(answer["token"]))
            uses.append(Use(digest(token), user, generation, at, outcome, digest(pair) if pair else ""))
    return uses, dict(tokens)


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def parsed(text: str) -> dict:
    try:
        value = json.loads(text)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def subject(token: str) -> str:
    """The subject of a JWT."""
    claims = token.split(".")[1]
    return json.loads(base64.urlsafe_b64decode(claims + "=" * (-len(claims) % 4)))["sub"]
