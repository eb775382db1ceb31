"""`config check` names each fault with its path, and an independent validator finds the same faults by the schema."""

import copy
import json

import jsonschema
import pytest

GONE = object()  # the key is removed

PIN = "sha256//" + "A" * 43 + "="

# A change to a valid file, the place of its fault, and the nearest name if there is one. The last
# column says whether a JSON Schema can detect it: it cannot check that two places agree, or that a file exists.
BROKEN = [
    ({"provider": "turnky"}, "$.providers", "turnkey", False),
    ({"provider": 7}, "$.provider", None, True),
    ({"provider": ""}, "$.provider", None, True),
    ({"provider": GONE}, "$.provider", None, False),
    ({"providers": GONE}, "$.providers", None, True),
    ({"providers": {}}, "$.providers", None, True),
    ({"providers": []}, "$.providers", None, True),
    ({"providers.turnkey": "on"}, "$.providers.turnkey", None, True),
    ({"providers.turnkey.type": 1}, "$.providers.turnkey.type", None, False),
    ({"fallback": "privy"}, "$.fallback", None, True),
    ({"fallback": [1]}, "$.fallback[0]", None, True),
    ({"fallback": ["privi"]}, "$.providers", "privy", False),
    ({"storrage": {}}, "$.storrage", "storage", True),
    ({"storage": []}, "$.storage", None, True),
    ({"storage.sesions": "file"}, "$.storage.sesions", "sessions", True),
    ({"storage.sessions": "cloud"}, "$.storage.sessions", None, False),
    ({"storage.keys": 1}, "$.storage.keys", None, True),
    ({"transport.timeoutSeconds": 0}, "$.transport.timeoutSeconds", None, True),
    ({"transport.timeoutSeconds": "20"}, "$.transport.timeoutSeconds", None, True),
    ({"transport.atempts": 2}, "$.transport.atempts", "attempts", True),
    ({"transport.pinnedPublicKeys": ["x"]}, "$.transport.pinnedPublicKeys", None, True),
    ({"providers.turnkey.organizationId": GONE}, "$.providers.turnkey.organizationId", None, True),
    ({"providers.turnkey.organisationId": "o"}, "$.providers.turnkey.organisationId", "organizationId", True),
    ({"providers.turnkey.apiBaseURL": "http://api.example.com"}, "$.providers.turnkey.apiBaseURL", None, False),
    ({"providers.turnkey.apiBaseURL": "api.turnkey.com"}, "$.providers.turnkey.apiBaseURL", None, True),
    ({"providers.turnkey.keys.signer": "04ab"}, "$.providers.turnkey.keys.signer", None, False),
    ({"providers.turnkey.oauth": {"gogle": {}}}, "$.providers.turnkey.oauth.gogle", "google", True),
    ({"providers.turnkey.oauth": {"google": {"clientID": "x"}}}, "$.providers.turnkey.oauth.google.clientID", "clientId",
     True),
    ({"providers.turnkey.otpVersion": 3}, "$.providers.turnkey.otpVersion", None, True),
    ({"providers.turnkey.origins": ["ftp://x"]}, "$.providers.turnkey.origins[0]", None, True),
    ({"providers.privy.mode": "no_signup"}, "$.providers.privy.mode", "no-signup", True),
    ({"providers.privy.reauth": True}, "$.providers.privy.reauth", None, True),
    ({"providers.privy.redirectURL": "no url"}, "$.providers.privy.redirectURL", None, False),
    ({"providers.privy.tokenProvider": {"comand": ["x"]}}, "$.providers.privy.tokenProvider", "command", True),
    ({"providers.privy.tokenProvider": {"command": []}}, "$.providers.privy.tokenProvider.command", None, False),
    ({"providers.privy.tokenProvider": [{"url": "x"}]}, "$.providers.privy.tokenProvider[0].url", None, True),
    ({"providers.privy.tokenProvider": {"session": "turnkey", "token": "acess"}},
     "$.providers.privy.tokenProvider.token", "access", True),
    ({"providers.hawcx.baseURL": "http://tenant.example.com"}, "$.providers.hawcx.baseURL", None, False),
    ({"providers.hawcx.methodSelection": "automatc"}, "$.providers.hawcx.methodSelection", "automatic", True),
    ({"providers.hawcx.configId": "ä"}, "$.providers.hawcx.configId", None, False),
    ({"providers.hawcx.device": {"appID": "x"}}, "$.providers.hawcx.device.appID", "appId", True),
    ({"providers.authsignal.region": "us"}, "$.providers.authsignal.region", None, False),
    ({"providers.authsignal.baseURL": GONE, "providers.authsignal.region": "mars"},
     "$.providers.authsignal.region", None, True),
    ({"providers.authsignal.signInAction": "sign in"}, "$.providers.authsignal.signInAction", None, False),
    ({"profile": "staging"}, "$.profiles", None, False),
    ({"profiles": {"staging": {"transport": {"attempts": 0}}}}, "$.profiles.staging.transport.attempts", None, False),
    ({"profiles": {"staging": {"profile": "x"}}}, "$.profiles.staging.profile", None, False),
    ({"profile": "a", "profiles": {"a": {"profile": "b"}, "b": {"profile": "a"}}}, "$.profiles.b.profile", None, False),
    ({"profiles": []}, "$.profiles", None, True),
    ({"profiles": {"staging": None}}, "$.profiles.staging", None, True),
    ({"profiles": {"staging": {"storage": {"sessions": "cloud"}}}}, "$.storage.sessions", None, False),
    ({"profiles": {"staging": {"provider": "okta", "providers": {"okta": {}}}}}, "$.providers.okta", None, False),
    ({"profilles": {}}, "$.profilles", "profiles", True),
    ({"Provider": "turnkey"}, "$.Provider", "provider", True),
    ({"providers.turnkey.type": ""}, "$.providers.turnkey.type", None, False),
    ({"providers.turnkey.type": "turnky"}, "$.providers.turnkey", None, False),
    ({"providers.a b": {"type": "privy", "appId": "a", "appClientId": "b"}}, "$.providers.a b", None, False),
    ({"providers.turnkey.rpId": "local\0host"}, "$.providers.turnkey.rpId", None, False),
    ({"providers.turnkey.apiBaseURL": "https://user:word@api.example.com"},
     "$.providers.turnkey.apiBaseURL", None, False),
    ({"providers.turnkey.apiBaseURL": "https://"}, "$.providers.turnkey.apiBaseURL", None, True),
    ({"providers.turnkey.apiBaseURL": "https://x:99999"}, "$.providers.turnkey.apiBaseURL", None, False),
    ({"providers.turnkey.apiBaseURL": "http://localhost.evil.com"}, "$.providers.turnkey.apiBaseURL", None, False),
    ({"providers.turnkey.origins": ["https://api.example.com/v1"]}, "$.providers.turnkey.origins[0]", None, False),
    ({"providers.turnkey.origins": ["https://*.example.com"]}, "$.providers.turnkey.origins[0]", None, False),
    ({"providers.turnkey.sessionExpirationSeconds": -1}, "$.providers.turnkey.sessionExpirationSeconds", None, True),
    ({"providers.turnkey.sessionExpirationSeconds": 10**30},
     "$.providers.turnkey.sessionExpirationSeconds", None, True),
    ({"transport.timeoutSeconds": 2.5}, "$.transport.timeoutSeconds", None, True),
    ({"transport.proxy": "proxy:3128"}, "$.transport.proxy", None, False),
    ({"transport.pinnedPublicKeys": {"https://a.example": [PIN, PIN.lower()]}},
     "$.transport.pinnedPublicKeys.https://a.example", None, False),
    ({"transport.pinnedPublicKeys": {"a.example": [PIN]}}, "$.transport.pinnedPublicKeys.a.example", None, False),
    ({"providers.turnkey.createSubOrgParams": {"emailOtpAuth": {"wallet": True}}},
     "$.providers.turnkey.createSubOrgParams.emailOtpAuth.wallet", None, False),
    ({"providers.turnkey.oauth.google.secondaryClientIds": [""]},
     "$.providers.turnkey.oauth.google.secondaryClientIds[0]", None, False),
    ({"providers.privy.tokenProvider": []}, "$.providers.privy.tokenProvider", None, False),
    ({"providers.privy.tokenProvider": "eyJhbGciOi"}, "$.providers.privy.tokenProvider", None, True),
    ({"providers.privy.tokenProvider": {"command": [""]}}, "$.providers.privy.tokenProvider.command[0]", None, False),
    ({"providers.privy.tokenProvider": {"session": "turnky"}}, "$.providers.privy.tokenProvider", "turnkey", False),
    ({"provider": "privy", "providers.privy.tokenProvider": {"session": "privy"}},
     "$.providers.privy.tokenProvider", None, False),
]

# Texts that are not JSON, and their messages.
NO_JSON = [
    (b"", "line 1, column 1"),
    (b"{", "line 1, column 2"),
    (b"[]", "JSON object"),
    (b"nul", "line 1, column 1"),
    (b'{"provider":"a","provider":"b"}', "duplicate member at line 1, column 17"),
    (b'{"provider":"a","pr\\u006fvider":"b"}', "duplicate member"),
    (b'{\r\n  "provider": "turnkey",\r\n}', "line 3, column 1 (remove the preceding comma)"),
    (b'{\n  // mine\n  "provider": "turnkey"}', "line 2, column 3 (JSON has no comments)"),
    (b"# mine\n{}", "JSON has no comments"),
    (b"{'provider': 'turnkey'}", "double quotation"),
    (b"provider: turnkey\n", "line 1, column 1"),
    (b'\xef\xbb\xbf{"providers": {}}', "byte-order mark"),
    ('{"providers": {}}'.encode("utf-16"), "UTF-16"),
    (b'{"provider": "\xff\xfe"}', "invalid UTF-8"),
    (b'{"provider": "\\ud800"}', "lone surrogate"),
    (b'{"provider": "turn\0key"}', "control character"),
    (b'{"provider": "turnkey"}\0', "unexpected bytes after"),
    (b'{"provider": "turnkey"} {}', "unexpected bytes after"),
    (b'{"provider": NaN}', "a value is expected"),
    (b'{"provider": 01}', "zero"),
    (b'{"provider": 1e999}', "out of range"),
    (b"[" * 100_000, "nested too deeply"),
]


def change(configuration, changes):
    changed = copy.deepcopy(configuration)
    for path, value in changes.items():
        *parents, key = path.split(".")
        place = changed
        for parent in parents:
            place = place.setdefault(parent, {})
        if value is GONE:
            place.pop(key, None)
        else:
            place[key] = value
    return changed


@pytest.fixture
def schema(app):
    result = app.run("config", "schema", "--json")
    assert result.returncode == 0, result.stderr
    schema = json.loads(result.stdout)
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def check(app, configuration, *words):
    (app.directory / "checked.json").write_text(json.dumps(configuration))
    result = app.run("config", "check", "--config", "checked.json", "--json", *words)
    return result.returncode, [json.loads(line) for line in result.stdout.splitlines()]


def test_broken_files_are_refused_with_the_faults_path(app, schema):
    assert len(BROKEN) >= 40
    good = app.configuration
    assert check(app, good)[0] == 0
    assert list(schema.iter_errors(good)) == []
    for changes, path, nearest, by_schema in BROKEN:
        broken = change(good, changes)
        status, lines = check(app, broken)
        faults = {line["path"]: line for line in lines if "reason" in line}
        assert status == 78, (changes, lines)
        assert path in faults, (changes, lines)
        assert faults[path]["nearest"] == nearest, (changes, lines)
        assert bool(list(schema.iter_errors(broken))) == by_schema, (changes, list(schema.iter_errors(broken)))
        # No command accepts the file.
        assert app.run("whoami", "--config", "checked.json").returncode in (77, 78), changes


def test_every_fault_is_named_at_once(app):
    changes, paths = {}, set()
    for change_, path, _, _ in [BROKEN[12], BROKEN[17], BROKEN[22], BROKEN[28], BROKEN[30], BROKEN[38], BROKEN[43]]:
        changes.update(change_)
        paths.add(path)
    status, lines = check(app, change(app.configuration, changes))
    assert status == 78
    assert {line["path"] for line in lines if "reason" in line} == paths


def test_the_stores_of_an_app_are_not_checked(app):
    """The keychain and the Secure Enclave need an app on an Apple system; the rest of its file can be checked here."""
    apple = change(app.configuration, {"storage.sessions": "keychain", "storage.keys": "secure-enclave"})
    status, lines = check(app, apple)
    assert status == 0, lines
    assert [(line["path"], line["kind"]) for line in lines if line.get("checked") is False] == [
        ("$.storage.keys", "secure-enclave"), ("$.storage.sessions", "keychain")]
    status, lines = check(app, change(apple, {"fallback": ["privi"]}))
    assert status == 78 and any(line.get("nearest") == "privy" for line in lines), lines
    assert app.run("whoami", "--config", "checked.json").returncode == 78


def test_texts_that_are_not_json_are_refused(app):
    for text, said in NO_JSON:
        (app.directory / "checked.json").write_bytes(text)
        result = app.run("config", "check", "--config", "checked.json", "--json")
        assert result.returncode == 78, (text[:40], result.stdout)
        (fault,) = map(json.loads, result.stdout.splitlines())
        assert fault["path"] == "$" and "JSON" in fault["reason"] and said in fault["reason"], (text[:40], fault)


def test_windows_line_ends_are_accepted(app):
    text = json.dumps(app.configuration, indent=2).replace("\n", "\r\n")
    (app.directory / "checked.json").write_bytes(text.encode())
    assert app.run("config", "check", "--config", "checked.json").returncode == 0


def test_unreadable_files_are_refused(app):
    (app.directory / "folder.json").mkdir()
    (app.directory / "loop.json").symlink_to("loop.json")
    for name, said in [("folder.json", "is a directory"), ("nowhere.json", "does not exist"), ("loop.json", "loop.json"),
                       ("nowhere/auth.json", "does not exist"), ("checked.json/auth.json", "does not exist")]:
        result = app.run("config", "check", "--config", name)
        assert result.returncode == 78 and name in result.stderr and said in result.stderr, result.stderr


def test_the_environment_is_read_as_strictly_as_the_file(app):
    for name, value, path in [
        ("AUTH_TRANSPORT_ATTEMPTS", "-1", "$.transport.attempts"), ("AUTH_PROVIDER", "nope", "$.providers"),
        ("AUTH_PROFILE", "nope", "$.profiles"), ("AUTH_PROVIDERS_TURNKEY_SIGN_UP", "yes", "$.providers.turnkey.signUp"),
        ("AUTH_PROVIDERS_TURNKEY_API_BASE_URL", "x", "$.providers.turnkey.apiBaseURL"),
        ("AUTH_STORAGE_SESSIONS", "cloud", "$.storage.sessions"), ("AUTH_FALLBACK", "nope,privy", "$.providers"),
    ]:
        environment = {**app.environment(), name: value}
        result = app.run("config", "check", "--json", environment=environment)
        assert result.returncode == 78, (name, result.stdout)
        assert path in [json.loads(line).get("path") for line in result.stdout.splitlines()], (name, result.stdout)


def test_profiles_and_the_environment_override_the_file(app):
    other = app.configuration["providers"]["privy"]["appId"] + "-other"
    app.write(profiles={"other": {"provider": "privy", "providers": {"privy": {"appId": other}}}})
    assert check(app, app.configuration)[0] == 0

    def selected(*words, **variables):
        environment = {**app.environment(), **variables}
        result = app.run("providers", "--json", *words, environment=environment)
        assert result.returncode == 0, result.stderr
        return next(
            line["id"] for line in map(json.loads, result.stdout.splitlines()) if line.get("selected"))

    assert selected() == "turnkey"
    assert selected("--profile", "other") == "privy"
    assert selected(AUTH_PROFILE="other") == "privy"
    assert selected(AUTH_PROFILE="other", AUTH_PROVIDER="hawcx") == "hawcx"
    assert selected("--provider", "authsignal", AUTH_PROVIDER="hawcx") == "authsignal"
    refused = app.run("whoami", environment={**app.environment(), "AUTH_TRANSPORT_ATTEMPTS": "many"})
    assert refused.returncode == 78 and "$.transport.attempts" in refused.stderr
    moved = app.run(
        "sign-in", "jane@example.org", "--provider", "turnkey", "--outbox", app.sandbox.descriptor["outbox"],
        environment={**app.environment(), "AUTH_STORAGE_DIRECTORY": "elsewhere"})
    assert moved.returncode == 0, moved.stderr
    assert (app.directory / "elsewhere").is_dir() and not (app.directory / "state").exists()
