"""Each rule of `history` finds its fault in a hand-written history, and no fault in a correct history. The tests need
no servers."""

import copy

import pytest
from faults import plan
from history import History, Outage, Use, check, redemptions
from notes import row_names, unreported
from world import NONE, SAME_PAIR

ROW = "ab" * 8
S, USER = "session", "user"


def line(boot, event, host="0", generation=1, fence=1, **more):
    return {"t": boot, "boot": boot, "host": host, "event": event, "session": S, "generation": generation,
            "fence": fence, **more}


def answer(boot, host="0", session=S, **more):
    return {"t": boot, "boot": boot, "host": host, "event": "token", "session": session, **more}


def row(number, action, generation=None, old=None, fence=1, holder=None, is_rewritten=False):
    return {"id": number, "action": action, "name": ROW, "generation": generation, "old_generation": old,
            "fence": fence, "holder": holder, "is_rewritten": is_rewritten}


def steps(start, *names, host="0", generation=1, fence=1):
    return [line(start + number / 10, name, host, generation, fence) for number, name in enumerate(names)]


def sound(window=0) -> History:
    """One renewal by host 0, one by host 1, and a token at the end."""
    return History(
        window=window, lease=20 if window == 0 else 5,
        lines=[
            *steps(10, "claimed", "noted", "answered", "spooled", "committed"), answer(11, generation=2),
            *steps(20, "claimed", "noted", "answered", "spooled", "committed", host="1", generation=2, fence=2)],
        uses=[Use("t1", USER, 1, 10.15, "accepted", "t2"), Use("t2", USER, 2, 20.15, "accepted", "t3")],
        tokens={USER: ["sha1", "sha2", "sha3"]}, sessions={USER: S},
        rows=[
            row(1, "INSERT", 1, fence=0), row(2, "UPDATE", 1, 1, 1, "h0"), row(3, "UPDATE", 2, 1, 1),
            row(4, "UPDATE", 2, 2, 2, "h1"), row(5, "UPDATE", 3, 2, 2)],
        final={S: {"sha": "sha3", "generation": 3}})


def taken_over(window) -> History:
    """Host 0 died after it had sent its request; host 1 takes over 6 s later."""
    history = sound(window)
    history.lines = [
        *steps(10, "claimed", "noted"),
        *steps(16, "claimed", "takenOver", "noted", "answered", "spooled", "committed", host="1", fence=2)]
    history.uses = [Use("t1", USER, 1, 10.15, "accepted", "t2"), Use("t1", USER, 1, 16.25, "repeated", "t2")]
    history.tokens = {USER: ["sha1", "sha2"]}
    history.rows = history.rows[:1]
    history.final = {S: {"sha": "sha2"}}
    return history


def lost() -> History:
    """Host 0 died after it had sent its request, and the vendor does not repeat its response."""
    history = taken_over(0)
    history.lines = [*steps(10, "claimed", "noted"), *steps(31, "claimed", "takenOver", "lost", host="1", fence=2)]
    history.uses = history.uses[:1]
    history.final = {S: {"code": "renewal_lost"}}
    return history


def doubted() -> History:
    """Host 0 noticed that the vendor did not respond; the next attempt is refused."""
    history = lost()
    history.lines = [
        *steps(10, "claimed", "noted", "failed"), *steps(12, "claimed", "noted", "lost", host="1", fence=2)]
    history.uses = [Use("t1", USER, 1, 10.15, "accepted", "t2"), Use("t1", USER, 1, 12.15, "refused")]
    return history


def cut() -> History:
    """As `doubted`, but the second host was killed after it had deleted the session."""
    history = doubted()
    history.lines = [*steps(10, "claimed", "noted", "failed"), *steps(12, "claimed", "noted", host="1", fence=2)]
    history.final = {S: {"code": "not_signed_in"}}
    return history


def committed_again() -> History:
    """Host 0 was killed before it removed the result from its outbox, and committed it again when it started."""
    history = sound()
    history.lines += [{"t": 12, "boot": 12, "host": "0", "event": "host_started"}, line(12.1, "committed", "0", 1, 1)]
    return history


def late() -> History:
    """The request of host 0 arrived after its lease, and after that of host 1."""
    history = taken_over(10)
    history.uses = [
        Use("t1", USER, 1, 16.25, "accepted", "t2"), Use("t1", USER, 1, 40, "refused")]
    history.final = {S: {"code": "session_expired"}}
    return history


@pytest.mark.parametrize("history", [sound(), sound(10), taken_over(10), lost(), doubted(), cut(), late(), committed_again()])
def test_a_sound_history_has_no_violation(history):
    assert check(history) == []


def changed(history, change):
    history = copy.deepcopy(history)
    change(history)
    return history


def replace(history, **members):
    for name, value in members.items():
        setattr(history, name, value)


MUTANTS = {
    "two pairs of one token": ("a", changed(sound(10), lambda h: h.uses.insert(
        1, Use("t1", USER, 1, 10.2, "accepted", "other")))),
    "sent twice in one lease": ("a", changed(sound(), lambda h: h.uses.insert(
        1, Use("t1", USER, 1, 10.2, "refused")))),
    "sent by a second holder without a failure before": ("a", changed(doubted(), lambda h: h.lines.pop(2))),
    "answered again long after the window": ("a", changed(taken_over(10), lambda h: h.uses.__setitem__(
        1, Use("t1", USER, 1, 30, "repeated", "t2")) or h.lines.append(line(29, "noted", "1", 1, 3)))),
    "noted while another use was open": ("a", changed(lost(), lambda h: h.lines.append(line(31.3, "noted", "1", 1, 2)))),
    "noted without a takeover in the window": ("a", changed(taken_over(10), lambda h: h.lines.pop(3))),
    "generation fell": ("b", changed(sound(), lambda h: h.rows.append(row(6, "UPDATE", 2, 3, 3)))),
    "generation jumped": ("b", changed(sound(), lambda h: h.rows.append(row(6, "UPDATE", 5, 3, 3)))),
    "generation stored twice": ("b", changed(sound(), lambda h: h.rows.append(
        row(6, "UPDATE", 3, 3, 2, is_rewritten=True)))),
    "one host committed one generation twice": ("b", changed(sound(), lambda h: h.lines.append(
        line(12, "committed", "0", 1, 1)))),
    "another fence was committed after a start": ("b", changed(committed_again(), lambda h: h.lines.append(
        line(12.2, "committed", "0", 1, 2)))),
    "two hosts committed one generation": ("b", changed(sound(), lambda h: h.lines.append(
        line(12, "committed", "2", 1, 1)))),
    "came back after its deletion": ("b", changed(sound(), lambda h: h.rows.extend(
        [row(6, "DELETE", None, 3, 2), row(7, "INSERT", 3, fence=0)]))),
    "answered after the sign-out": ("c", changed(sound(), lambda h: replace(
        h, signed_out={S: 30}, lines=h.lines + [answer(32.5, "2")], final={S: {"code": "not_signed_in"}}))),
    "answered long after an outage": ("c", changed(sound(), lambda h: replace(
        h, signed_out={S: 30}, lines=h.lines + [answer(45, "2")], outages=[Outage("2", 29, 42)], final={}))),
    "answered before a late outage": ("c", changed(sound(), lambda h: replace(
        h, signed_out={S: 30}, lines=h.lines + [answer(34, "2")], outages=[Outage("2", 33, 40)], final={}))),
    "a token after the sign-out, at the end": ("c", changed(sound(), lambda h: replace(h, signed_out={S: 30}))),
    "an older token at the end": ("d", changed(sound(), lambda h: replace(h, final={S: {"sha": "sha2"}}))),
    "no answer at the end": ("d", changed(sound(), lambda h: replace(h, final={S: {"code": "store_locked"}}))),
    "lost without a word": ("d", changed(sound(), lambda h: replace(h, final={S: {"code": "not_signed_in"}}))),
    "refused after an answer, without a word": ("d", changed(cut(), lambda h: h.lines.insert(
        2, line(10.2, "answered")))),
    "gone without a refusal, without a word": ("d", changed(cut(), lambda h: h.uses.pop())),
    "ended with a step of its own, without a word": ("d", changed(cut(), lambda h: h.lines.append(
        line(12.3, "superseded", "1", 1, 2)))),
    "lost though spooled": ("d", changed(lost(), lambda h: h.lines.extend(
        [line(10.2, "answered"), line(10.3, "spooled")]))),
    "lost although no host had used it": ("d", changed(sound(), lambda h: replace(
        h, final={S: {"code": "renewal_lost"}}, lines=h.lines + [line(30, "claimed", "1", 3, 3),
                                                                line(30.1, "lost", "1", 3, 3)]))),
    "abandoned within the window": ("d", changed(taken_over(10), lambda h: replace(
        h, uses=h.uses[:1], final={S: {"code": "renewal_lost"}}, lines=h.lines[:4] + [line(16.2, "lost", "1", 1, 2)]))),
    "two holders of one fence": ("e", changed(sound(), lambda h: h.lines.append(line(12, "claimed", "2")))),
    "two holders of one fence in the row": ("e", changed(sound(), lambda h: h.rows.insert(
        2, row(9, "UPDATE", 1, 1, 1, "h2")))),
    "the fence fell": ("e", changed(sound(), lambda h: h.rows.append(row(6, "UPDATE", 3, 3, 1)))),
}


@pytest.mark.parametrize("name", MUTANTS)
def test_each_fault_is_found(name):
    rule, history = MUTANTS[name]
    assert rule in {violation.rule for violation in check(history)}


def audited(number, action, at, fence, name=ROW, noted=None, generation=1):
    return {**row(number, action, generation, fence=fence), "name": name, "at": at, "noted_fence": noted}


def test_a_note_that_a_killed_host_did_not_report_is_read_from_the_rows():
    """Two hosts were killed in a renewal, the first before it wrote that it had noted the use. The third gives the
    credential up 10.1 s after the first use, and 5 s after the second."""
    history = changed(taken_over(10), lambda h: replace(
        h, uses=h.uses[:1], final={S: {"code": "renewal_lost"}},
        lines=[line(10, "claimed"), *steps(15.1, "claimed", "takenOver", "noted", host="1", fence=2),
               *steps(20.3, "claimed", "takenOver", "lost", host="2", fence=3)],
        rows=[audited(1, "INSERT", 5, 0), audited(2, "UPDATE", 9.99, 1), audited(3, "UPDATE", 10.2, 1, noted=1),
              audited(4, "UPDATE", 15.09, 2, noted=1), audited(5, "UPDATE", 15.29, 2, noted=2),
              audited(6, "UPDATE", 20.29, 3, noted=2)]))
    assert "d" in {violation.rule for violation in check(history)}
    history.lines += unreported(history.lines, history.rows)
    assert [(found["fence"], found["boot"]) for found in history.lines if found.get("isUnreported")] == [(1, 10.2)]
    assert check(history) == []
    history.lines[-1]["boot"] = 12
    assert "d" in {violation.rule for violation in check(history)}, "8.5 s after the first use is within the window"


def test_a_note_that_a_host_reported_is_not_read_twice():
    history = taken_over(10)
    rows = [audited(1, "UPDATE", 9.99, 1), audited(2, "UPDATE", 10.09, 1, noted=1), audited(3, "UPDATE", 15.99, 2, noted=1)]
    assert unreported(history.lines, rows) == []


def test_rows_are_found_by_the_times_of_their_claims():
    lines = [line(10, "claimed"), line(20, "claimed", fence=2), {**line(10.3, "claimed"), "session": "other"}]
    rows = [audited(1, "UPDATE", 9.99, 1), audited(2, "UPDATE", 10.29, 1, "cd" * 8), audited(3, "UPDATE", 19.98, 2),
            audited(4, "UPDATE", 40, 2, "ef" * 8)]
    assert row_names(lines, rows) == {S: ROW, "other": "cd" * 8}
    assert row_names(lines, rows[:1]) == {}, "two sessions fit one row"


def test_a_host_without_its_database_may_answer():
    history = sound()
    replace(
        history, signed_out={S: 30}, final={}, outages=[Outage("2", 31, 45)], lines=history.lines + [answer(44, "2")])
    assert check(history) == []


def test_the_recording_says_which_generation_was_used():
    def exchange(path, request, response, status=200):
        return {"method": "POST", "path": path, "request": request, "response": response, "status": status}

    def renewed(token, pair):
        return exchange(
            "/privy/api/v1/sessions", f'{{"refresh_token": "{token}"}}',
            f'{{"refresh_token": "{pair}", "token": "of {pair}", "session_update_action": "set"}}')

    exchanges = [
        exchange("/privy/api/v1/custom_jwt_account/authenticate", '{"token": "x.eyJzdWIiOiJ1In0.y"}',
                 '{"refresh_token": "r1", "token": "a1"}'),
        renewed("r1", "r2"), renewed("r1", "r2"), renewed("r2", "r3"),
        exchange("/privy/api/v1/sessions", '{"refresh_token": "r1"}', '{"error": "used"}', 401)]
    uses, tokens = redemptions(exchanges, [1, 2, 3, 4])
    assert [(use.subject, use.generation, use.outcome) for use in uses] == [
        ("u", 1, "accepted"), ("u", 1, "repeated"), ("u", 2, "accepted"), ("u", 1, "refused")]
    assert len(tokens["u"]) == 3


def test_a_seed_repeats_its_faults():
    assert plan(7, 60, NONE) == plan(7, 60, NONE) != plan(8, 60, NONE)
    kinds = {fault.name for seed in range(5) for fault in plan(seed, 60, SAME_PAIR)}
    for what in ("kill", "kill in a renewal", "stop", "stop beyond the lease", "kill the postmaster", "full WAL disk",
                 "pause the database", "promote the standby", "sign out", "database black_hole", "vendor half_close"):
        assert what in kinds
