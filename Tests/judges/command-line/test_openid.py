"""The sandbox's OpenID provider through the command line: by its page, and by the device grant."""

import json
import re
import time
import urllib.request

from app_directory import http


def finish(process):
    output, errors = process.communicate("", timeout=60)
    assert process.returncode == 0, output + errors
    return json.loads(output.splitlines()[-1])


def check(app, done):
    assert done["provider"] == "oidc" and done["subject"]
    renewed = app.json("refresh", "--provider", "oidc")
    assert renewed["subject"] == done["subject"]
    shown = app.json("whoami", "--provider", "oidc", "--claims")
    assert shown["subject"] == done["subject"] == shown["claims"]["sub"] and "claims" not in done
    plain = app.run("whoami", "--provider", "oidc", "--claims")
    assert json.loads(plain.stdout) == shown["claims"], "without --json, the claims alone are printed as JSON"
    app.assert_still_signed_in("oidc", done["subject"])
    ended = app.json("sign-out", "--provider", "oidc")
    assert ended["ok"] and ended["redirects"][0].startswith(app.configuration["providers"]["oidc"]["issuer"])
    status, error = app.error("whoami", "--provider", "oidc")
    assert (status, error["code"]) == (77, "not_signed_in")


def test_by_the_page(app):
    process = app.start("sign-in", "--provider", "oidc", "--listen", "0", "--json")
    page = None
    while page is None:
        line = process.stderr.readline()
        assert line, process.stdout.read()
        page = re.search(r"http://\S+/oidc/authorize\?\S+", line)
    answer = app.sandbox.control("oidc/authorize", {"url": page[0], "user": "june@example.com"})
    # The redirect reaches the command's own listener.
    with urllib.request.urlopen(answer["location"], timeout=30) as response:
        assert response.status == 200
    check(app, finish(process))


def test_by_another_device(app):
    app.sandbox.control("policy", {"provider": "oidc", "deviceIntervalSeconds": 1})
    process = app.start("sign-in", "--provider", "oidc", "--json")
    code = None
    while code is None:
        line = process.stderr.readline()
        assert line, process.stdout.read()
        code = re.search(r"\b[B-Z]{4}-[B-Z]{4}\b", line)
    status, text = http(
        "POST", app.sandbox.base + "/oidc/device", f"user_code={code[0]}&user=june&decision=approve".encode(),
        {"Content-Type": "application/x-www-form-urlencoded"})
    assert status == 200 and "connected" in text
    check(app, finish(process))


def test_a_page_that_posts_its_response_is_refused(app):
    app.configuration["providers"]["oidc"]["responseMode"] = "form_post"
    app.write()
    began = time.monotonic()
    result = app.run("sign-in", "--provider", "oidc", "--listen", "0", "--json")
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.returncode != 0 and "responseMode" in lines[-1]["error"]["message"], result.stdout + result.stderr
    assert time.monotonic() - began < 20, "the command does not wait for a redirect that cannot arrive"
