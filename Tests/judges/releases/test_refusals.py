"""A release that cannot be made is refused with a reason and what to do, and changes nothing."""

BROKEN = "AccountOption.label"


def refused(copy, version, *options, says, **more):
    before = copy.state()
    done = copy.release(version, *options, **more)
    assert done.returncode == 1 and done.stdout == "", done
    for text in ["nothing was changed", *says]:
        assert text in done.stderr, done.stderr
    assert copy.state() == before
    assert not copy.made(version).exists()


def test_a_text_that_is_no_version(copy):
    refused(copy, "v1.2.3", says=["'v1.2.3' is no semantic version", "Write it as 1.2.3"])


def test_a_changed_file(copy):
    copy.write("README.md", "changed")
    refused(copy, "7.8.9", says=["README.md", "git stash"])


def test_an_unknown_file(copy):
    copy.write("notes.txt", "new")
    refused(copy, "7.8.9", says=["notes.txt", "git stash"])


def test_another_branch(copy):
    copy.git("switch", "-q", "-c", "topic")
    refused(copy, "7.8.9", says=["this is topic", "git switch main"])


def test_no_branch(copy):
    copy.git("switch", "-q", "--detach")
    refused(copy, "7.8.9", says=["this is no branch", "git switch main"])


def test_commits_that_only_the_remote_has(copy, tmp_path):
    copy.git("clone", "-q", str(copy.folder), str(tmp_path / "elsewhere"))
    elsewhere = type(copy)(tmp_path / "elsewhere")
    elsewhere.git("config", "user.name", "Joe")
    elsewhere.git("config", "user.email", "joe@example.org")
    elsewhere.tell("An entry of somebody else.")
    copy.git("remote", "add", "origin", str(elsewhere.folder))
    copy.git("fetch", "-q", "origin")
    refused(copy, "7.8.9", says=["origin/main", "git pull --ff-only"])


def test_an_empty_changelog(copy):
    text = copy.read("CHANGELOG.md")
    copy.write("CHANGELOG.md", text.replace("* A first entry.\n", ""))
    copy.commit()
    refused(copy, "7.8.9", says=["'Unreleased' of CHANGELOG.md is empty", "Add an entry"])


def test_a_changelog_without_the_heading(copy):
    copy.write("CHANGELOG.md", copy.read("CHANGELOG.md").replace("## Unreleased", "## New"))
    copy.commit()
    refused(copy, "7.8.9", says=["no heading '## Unreleased'"])


def test_a_heading_that_is_there_already(copy):
    copy.write("CHANGELOG.md", copy.read("CHANGELOG.md") + "\n## 7.8.9 - 2027-01-01\n\n* Something.\n")
    copy.commit()
    refused(copy, "7.8.9", says=["a heading for 7.8.9 already"])


def test_a_version_that_is_not_greater(copy):
    assert copy.release("1.2.3").returncode == 0
    copy.tell("A second entry.")
    refused(copy, "1.2.3-beta.1", says=["must be greater than the last version, 1.2.3"])


def test_a_broken_name_in_a_version_that_must_keep_it(copy, names):
    assert copy.release("1.2.3").returncode == 0
    copy.tell(f"`{BROKEN}` is gone.")
    refused(copy, "1.3.0", api=names(remove=BROKEN), says=["Release 2.0.0", f"AuthCore: {BROKEN}: "])
    assert copy.release("2.0.0", api=names(remove=BROKEN)).returncode == 0


def test_a_broken_name_that_the_changelog_does_not_name(copy, names):
    assert copy.release("1.2.3").returncode == 0
    copy.tell("Something.")
    refused(copy, "2.0.0", api=names(remove=BROKEN), says=["does not name these broken names", BROKEN])


def test_a_new_name_in_a_patch_version(copy, names):
    assert copy.release("1.2.3").returncode == 0
    copy.tell("`NewName`.")
    added = names(add="NewName: struct NewName")
    refused(copy, "1.2.4", api=added, says=["1 public names are new", "Release 1.3.0"])
    assert copy.release("1.3.0", api=added).returncode == 0


def test_names_from_a_folder_without_names(copy, tmp_path):
    refused(copy, "7.8.9", api=tmp_path, says=["Name a folder with the form of Tests/api"])


def test_undoing_what_is_not_there_or_was_pushed(copy, tmp_path):
    refused(copy, "7.8.9", "--undo", says=["There is no tag 7.8.9"])
    assert copy.release("7.8.9").returncode == 0
    copy.git("init", "-q", "--bare", str(tmp_path / "remote"))
    copy.git("remote", "add", "origin", str(tmp_path / "remote"))
    copy.git("push", "-q", "--atomic", "origin", "main", "7.8.9")
    before = copy.state()
    done = copy.release("7.8.9", "--undo")
    assert done.returncode == 1 and "origin/main has the release already" in done.stderr
    assert copy.state() == before
