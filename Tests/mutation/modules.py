"""Compiles files of a module with their mutants, and links them into the tests that were built before.

Only the mutated files are compiled again: the module's interface does not change, so all other objects of
`swift build --build-tests` stay valid. The commands are those that SwiftPM and the compiler's driver would run.
"""

import hashlib
import json
import re
import shlex
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Dict, List, Set

from .limits import Time
from .plan import HERE, ROOT, WORK

DROPPED = {
    "-emit-dependencies", "-emit-module", "-incremental", "-c", "-serialize-diagnostics", "-parseable-output",
    "-emit-objc-header", "-g", "-enable-batch-mode"}
DROPPED_WITH_VALUE = {"-emit-module-path", "-output-file-map", "-index-store-path", "-emit-objc-header-path"}
ERROR = re.compile(r"^(/\S.*?\.swift):(\d+):(\d+): error: (.*)$", re.MULTILINE)
SWITCH = HERE / "Switch" / "Mutants.swift"
ROUNDS = 20
FEW = 4


class CannotMutate(Exception):
    """The reason why no mutant can run."""


class Module:
    """Files of one module with all their mutants compiled in."""

    def __init__(self, package: Path, name: str, files: List[str], swiftc: str, time: Time) -> None:
        self.package = package
        self.name = name
        self.files = files
        self.swiftc = swiftc
        self.time = time
        self.debug = package / ".build" / "debug"
        self.folder = WORK / f"{name}-{hashlib.sha256(repr(files).encode()).hexdigest()[:8]}"
        self.mutants: List[dict] = []
        self.excluded: Dict[str, Set[str]] = {file: _not_compiling(file) for file in files}

    def build(self, say) -> Path:
        """Writes and compiles the mutated files; returns the test program that is linked with them."""
        self.folder.mkdir(parents=True, exist_ok=True)
        stamp, program = self.folder / "stamp.json", self.folder / "tests.xctest"
        now = self._stamp()
        if stamp.exists() and program.exists():
            made = json.loads(stamp.read_text(encoding="utf-8"))
            if made["of"] == now:
                self.mutants = made["mutants"]
                return program
        stamp.unlink(missing_ok=True)
        options, sources = self._command()
        unknown = [file for file in self.files if file not in sources]
        if unknown:
            raise CannotMutate(f"{unknown[0]} is not built; run `swift build --build-tests` first")
        # Type-checking finds most errors quickly; compiling finds those in the control flow. For a few files, compiling
        # takes about as long as type-checking.
        for mode in ("-typecheck", "-c") if len(self.files) > FEW else ("-c",):
            for _ in range(ROUNDS):
                self._write()
                say(f"{self.name}: {len(self.mutants)} mutants, {mode[1:]}")
                errors = self._compile(mode, options, sources)
                if not errors:
                    break
                self._exclude(errors)
            else:
                raise CannotMutate(f"{self.name} does not compile after {ROUNDS} rounds")
        for file in self.files:
            _not_compiling_path(file).write_text("\n".join(sorted(self.excluded[file])), encoding="utf-8")
        say(f"{self.name}: linking")
        self._link(program)
        stamp.write_text(json.dumps({"of": now, "mutants": self.mutants}), encoding="utf-8")
        return program

    def _stamp(self) -> str:
        """A hash of the inputs of the program."""
        made_of = [ROOT / file for file in self.files] + sorted((HERE / "Mutator").glob("*.swift"))
        hashed = hashlib.sha256()
        for path in [*made_of, *sorted((HERE / "Switch").glob("*.swift")), Path(__file__)]:
            hashed.update(path.read_bytes())
        tests = self.debug / f"{self._test_program()}.xctest"
        if tests.exists():
            hashed.update(f"{tests} {tests.stat().st_mtime_ns}".encode())
        return hashed.hexdigest()

    def _test_program(self) -> str:
        """The name of the package's own test program. The folder also has those of the examples."""
        manifest = (self.package / "Package.swift").read_text(encoding="utf-8")
        return re.search(r'\bPackage\(\s*name: "([^"]+)"', manifest)[1] + "PackageTests"

    def _write(self) -> None:
        excluded = sorted(key for keys in self.excluded.values() for key in keys)
        job = {"root": str(ROOT), "output": str(self.folder), "files": self.files, "excluded": excluded}
        path = self.folder / "job.json"
        path.write_text(json.dumps(job), encoding="utf-8")
        self.mutants = json.loads(_run([tool(self.swiftc, self.time), path], self.time))

    def _compile(self, mode: str, options: List[str], sources: List[str]) -> str:
        """Compiles the mutated files; returns the compiler's errors."""
        paths = {file: str(self.folder / file if file in self.files else self.package / file) for file in sources}
        halves = [self.files[0::2], self.files[1::2]] if len(self.files) > FEW else [self.files]
        commands = []
        for half in halves:
            primary = {paths[file]: self._object(file) for file in half}
            if half is halves[0]:
                primary[str(SWITCH)] = self.folder / "LatchkeyMutants.o"
            command = ["-frontend", mode]
            for path in [*paths.values(), str(SWITCH)]:
                command += ["-primary-file", path] if path in primary else [path]
            command += options
            if mode == "-c":
                # In the order of the sources, as the compiler requires.
                for path in [*paths.values(), str(SWITCH)]:
                    command += ["-o", str(primary[path])] if path in primary else []
            commands.append(command)
        frontend = str(Path(self.swiftc).resolve().parent / "swift-frontend")
        with ThreadPoolExecutor(len(commands)) as pool:
            ran = list(pool.map(lambda command: self.time.run([frontend, *command], self.package), commands))
        return "".join(one.stderr + one.stdout for one in ran if one.returncode != 0)

    def _object(self, file: str) -> Path:
        return self.folder / (Path(file).name + ".o")

    def _exclude(self, errors: str) -> None:
        """Leaves out the mutants in the places where the compiler found errors."""
        before = sum(map(len, self.excluded.values()))
        for path, line, _, message in ERROR.findall(errors):
            if not path.startswith(str(self.folder)):
                raise CannotMutate(f"{path}:{line}: {message}")
            file, number = path[len(str(self.folder)) + 1:], int(line)
            spanning = [
                mutant for mutant in self.mutants
                if mutant["file"] == file and mutant["firstLine"] <= number <= mutant["lastLine"]]
            on_line = [mutant for mutant in spanning if mutant["line"] == number]
            # Strings and arrays have `+` but no `-`: leave out these mutants first, and keep the others of the line.
            sums = [mutant for mutant in spanning if mutant["kind"] == "operator" and mutant["original"] == "+"]
            found = sums or on_line or spanning or self._dropped_before(file, number)
            self.excluded[file].update(key(mutant) for mutant in found)
        if sum(map(len, self.excluded.values())) == before:
            raise CannotMutate(f"{self.name} does not compile, and no mutant is at fault:\n{errors[-2000:]}")

    def _dropped_before(self, file: str, number: int) -> List[dict]:
        """The dropped statements before a line of a function: without one, a value or a return may be missing."""
        lines = (ROOT / file).read_text(encoding="utf-8").split("\n")[:number]
        opening = re.compile(r"\b(func|init|var|subscript)\b.*\{$|^  \S.*\{$")
        start = next((index for index in range(number - 1, 0, -1) if opening.search(lines[index - 1])), 0)
        return [
            mutant for mutant in self.mutants
            if mutant["file"] == file and mutant["kind"] == "statement" and start < mutant["line"] <= number]

    def _command(self):
        """The compiler's options for this module, and its sources relative to the package."""
        manifest = self.package / ".build" / "debug.yaml"
        lines = manifest.read_text(encoding="utf-8").split("\n") if manifest.exists() else []
        start = next((index for index, line in enumerate(lines) if line.startswith(f'  "C.{self.name}-')), None)
        if start is None:
            raise CannotMutate("nothing was built; run `swift build --build-tests` first")
        line = next(line for line in lines[start:] if line.strip().startswith("args:"))
        words = iter(json.loads(line.strip()[len("args:"):])[1:])
        options: List[str] = []
        sources: List[str] = []
        for word in words:
            if word == "-Xcc":
                options += [word, next(words)]
            elif word in DROPPED_WITH_VALUE:
                next(words)
            elif word.startswith("@"):
                listed = Path(word[1:]).read_text(encoding="utf-8").split("\n")
                sources = [path.strip().strip('"') for path in listed if path.strip()]
            elif word not in DROPPED and not re.fullmatch(r"-j\d+", word):
                options.append(word)
        driver = _run([self.swiftc, "-###", *options, "-c", "-disable-batch-mode", *sources], self.time).split("\n")[0]
        # The options in the driver's command for one file, between the sources and the object.
        command = shlex.split(driver)
        after = max(index for index, word in enumerate(command) if word in sources) + 1
        options = command[after:command.index("-o", after)]
        # If the type checker needs more than 3 seconds for an expression, its mutants are left out.
        options += ["-solver-expression-time-threshold=3"]
        return options, [str(Path(path).relative_to(self.package)) for path in sources]

    def _link(self, program: Path) -> None:
        listing = self.debug / f"{self._test_program()}.product" / "Objects.LinkFileList"
        if not listing.exists():
            raise CannotMutate("no test program was built; run `swift build --build-tests` first")
        file_list = listing.read_text(encoding="utf-8")
        listed = [line.strip().strip("'\"") for line in file_list.split("\n") if line.strip()]
        own = {f"/{self.name}.build/{Path(file).name}.o": str(self._object(file)) for file in self.files}
        linked = [next((mine for end, mine in own.items() if path.endswith(end)), path) for path in listed]
        # Some versions of SwiftPM list the objects in other folders; one object must be replaced for each file.
        if len(set(linked) & set(own.values())) != len(own):
            raise CannotMutate(f"the objects of {self.name} were not found among those of the test program")
        names = self.folder / "link.txt"
        objects = [*linked, self.folder / "LatchkeyMutants.o", _recorder(self)]
        names.write_text("\n".join(f"'{path}'" for path in objects))
        _run([
            self.swiftc, "-L", self.debug, "-o", program, "-module-name", self._test_program(), "-emit-executable",
            f"@{names}", "-ldl"], self.time)


def tool(swiftc: str, time: Time) -> Path:
    """The program that finds mutants, built with the syntax library that comes with the compiler."""
    program = WORK / "mutator"
    sources = sorted((HERE / "Mutator").glob("*.swift"))
    if program.exists() and all(source.stat().st_mtime < program.stat().st_mtime for source in sources):
        return program
    host = Path(swiftc).resolve().parent.parent / "lib" / "swift" / "host"
    if not (host / "SwiftSyntax.swiftmodule").exists():
        raise CannotMutate(f"this toolchain has no syntax library in {host}")
    WORK.mkdir(parents=True, exist_ok=True)
    libraries = [f"-l{name}" for name in ("SwiftSyntax", "SwiftParser", "SwiftOperators")]
    # Written under another name until it is complete: the time limit may end the run before that.
    fresh = program.with_suffix(".new")
    _run([
        swiftc, "-swift-version", "6", "-I", host, "-L", host, *libraries, "-Xlinker", "-rpath", "-Xlinker", host,
        *sources, "-o", fresh], time)
    fresh.replace(program)
    return program


def key(mutant: dict) -> str:
    """The key of a mutant, valid while its file is unchanged."""
    return f"{mutant['file']}:{mutant['line']}:{mutant['column']}:{mutant['kind']}"


def digest(file: str) -> str:
    return hashlib.sha256((ROOT / file).read_bytes()).hexdigest()[:16]


def _recorder(module: Module) -> Path:
    target = module.folder / "Reached.o"
    _run([
        module.swiftc, "-swift-version", "6", "-parse-as-library", "-module-name", "LatchkeyReached", "-c",
        HERE / "Switch" / "Reached.swift", "-o", target], module.time)
    return target


def _not_compiling_path(file: str) -> Path:
    folder = WORK / "not-compiling"
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"{Path(file).stem}-{digest(file)}.txt"


def _not_compiling(file: str) -> Set[str]:
    """The mutants of the unchanged file that did not compile in an earlier run."""
    path = _not_compiling_path(file)
    return set(path.read_text(encoding="utf-8").split("\n")) - {""} if path.exists() else set()


def _run(command, time: Time) -> str:
    ran = time.run([str(word) for word in command], ROOT)
    if ran.returncode != 0:
        raise CannotMutate(f"{Path(str(command[0])).name} ended with {ran.returncode}:\n{ran.stderr[-2000:]}")
    return ran.stdout
