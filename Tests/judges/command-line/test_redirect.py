"""A page that redirects back to the command line: through a loopback listener, or by a pasted callback."""

import re
import socket
import stat
import sys
import urllib.error
import urllib.request

import pytest
from app_directory import where_it_leads

METHOD = ("--provider", "turnkey", "--method", "oauth:x")


def page(process) -> str:
    """The page's address, once the command has printed it."""
    for line in process.stderr:
        if found := re.search(r"https?://\S+/authorize\?\S+", line):
            return found.group()
    raise AssertionError("no page was shown")


def end(process) -> str:
    output, errors = process.communicate(timeout=60)
    assert process.returncode == 0, output + errors
    return output


def test_the_listener_receives_the_callback(app):
    process = app.start("sign-in", *METHOD, "--listen", "0")
    address = page(process)
    back = where_it_leads(address)
    origin = back.split("/callback")[0]
    # Other requests are ignored.
    for stray in ("/favicon.ico", "/callback"):
        try:
            urllib.request.urlopen(origin + stray, timeout=20)
            raise AssertionError(stray)
        except urllib.error.HTTPError as error:
            assert error.code in (400, 404)
    with urllib.request.urlopen(back, timeout=20) as answer:
        assert answer.status == 200 and b"go back to the app" in answer.read()
    end(process)
    assert app.json("whoami", "--provider", "turnkey")["state"] == "signedIn"


def test_the_callback_can_be_pasted(app):
    process = app.start("sign-in", *METHOD, "--listen", "0")
    back = where_it_leads(page(process))
    process.stdin.write(f"no address\n{back}\n")
    process.stdin.flush()
    end(process)
    assert app.json("whoami", "--provider", "turnkey")["state"] == "signedIn"


def test_a_browser_is_opened_when_asked_for(app):
    script = app.directory / "browser"
    script.write_text(f"#!{sys.executable}\nimport sys, urllib.request\nurllib.request.urlopen(sys.argv[1])\n")
    script.chmod(script.stat().st_mode | stat.S_IEXEC)
    app.environment = lambda original=app.environment: {**original(), "BROWSER": str(script)}
    # There is no input: standard input is empty.
    result = app.run("sign-in", *METHOD, "--listen", "0", "--open")
    assert result.returncode == 0, result.stderr
    assert app.json("whoami", "--provider", "turnkey")["state"] == "signedIn"


def test_a_stray_callback_leaves_the_flow_open(app):
    process = app.start("sign-in", *METHOD, "--listen", "0")
    back = where_it_leads(page(process))
    stray = re.sub(r"state=[^&]*", "state=another", back)
    # The listener refuses what does not have its page's state, and what a browser sends in the background.
    image = urllib.request.Request(back, headers={"Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"})
    for request, status in ((stray, 400), (image, 403)):
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(request, timeout=20)
        assert refused.value.code == status
    urllib.request.urlopen(back, timeout=20).close()
    end(process)


def test_a_port_in_use_is_reported(app):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        status, error = app.error("sign-in", *METHOD, "--listen", str(other.getsockname()[1]))
    assert (status, error["code"]) == (64, "invalid_request")
