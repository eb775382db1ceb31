"""Six third-party servers, and the same features at each; only the configuration differs. The tests show that a feature
is missing if the server's documentation says so: a test fails when the server gains the feature."""

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Optional

import pytest
from glewlwyd import PROGRAM
from real_servers import SERVERS
from real_servers.features import OBSTACLES, FEATURES, WITHOUT_MORE, block
from real_servers.installation import Installation
from real_servers.matrix import FAILED, UNUSABLE, LACKS, OK, Matrix

PAGE = Path(__file__).resolve().parents[3] / "Documentation" / "OIDC.md"


@pytest.fixture(scope="module")
def matrix(note):
    matrix = Matrix(SERVERS)
    yield matrix
    for line in matrix.lines():
        note(line)


@pytest.fixture(scope="module")
def servers():
    """All servers, which start at the same time."""
    started = {}
    try:
        for name, server in SERVERS.items():
            if name != "glewlwyd" or os.path.exists(PROGRAM):
                started[name] = server()
        with ThreadPoolExecutor(len(started)) as waiting:
            list(waiting.map(lambda server: server.wait(), started.values()))
        yield started
    finally:
        for server in started.values():
            server.stop()


@pytest.fixture
def install(servers, latchkey, tmp_path):
    """Makes an installation for a server, by its name, with the configuration for a feature or, for none, the usual
    one."""
    made = []

    def install(name: str, feature: Optional[str] = None) -> Installation:
        if name not in servers:
            pytest.skip("Glewlwyd is not installed (Debian package glewlwyd)")
        server = servers[name].at(feature)
        made.append(Installation(latchkey, tmp_path, server, block(server, feature) if feature else server.usual()))
        return made[-1]

    yield install
    for app in made:
        app.stop()


@pytest.mark.parametrize("feature", FEATURES)
@pytest.mark.parametrize("name", SERVERS)
def test_feature(name, feature, install, matrix):
    app = install(name, feature)
    server = app.server
    tried, lacks = FEATURES[feature]
    result, judge = OK, tried
    if feature in server.lacks:
        result, judge = LACKS, lacks
    elif feature in server.unusable:
        result, judge = UNUSABLE, OBSTACLES[feature]
    matrix.titles[name] = server.title
    matrix.results[name, feature] = FAILED
    judge(app)
    matrix.results[name, feature] = result


@pytest.mark.parametrize("name, feature", [
    (name, feature) for name, server in SERVERS.items() for feature in WITHOUT_MORE if feature in server.notes])
def test_what_a_note_adds_is_needed(name, feature, install):
    WITHOUT_MORE[feature](install(name))


def test_the_documentation_has_this_matrix(matrix):
    if not matrix.is_complete:
        pytest.skip("the matrix is not complete")
    assert matrix.markdown() in PAGE.read_text(encoding="utf-8"), "Documentation/OIDC.md needs:\n" + matrix.markdown()
