"""Mutants of a small file that a seed draws, or of all files with `--full`; `Tests/mutate` is the tool by itself."""

import os
import secrets
from pathlib import Path

from mutation import campaign
from mutation.limits import Time
from mutation.modules import CannotMutate
from mutation.plan import LIMIT, PARTS, ROOT

from .results import Results
from .swift import Toolchain
from .terminal import Terminal

# A sample's, from its first command to its last; it ends then with what it has.
SECONDS = 90


def check(terminal: Terminal, results: Results, toolchain: Toolchain, is_full: bool) -> None:
    time = Time() if is_full else Time(SECONDS)
    seed = int(os.environ.get("LATCHKEY_SEED") or secrets.randbelow(1 << 32))
    chosen = [(part, None) for part in PARTS] if is_full else campaign.sampled(seed)
    swiftc = str(Path(toolchain.swift).parent / "swiftc")
    for part, files in chosen:
        title = f"Mutants of {part}"
        if files:
            names = ", ".join(Path(file).name for file in files)
            title += f": {names}; seed {seed} (LATCHKEY_SEED repeats it)"
        with terminal.phase(title) as phase:
            try:
                run = campaign.Campaign(ROOT, part, files, swiftc, phase.show, time)
                outcome = run.run(None if is_full else seed, jobs=2)
            except (CannotMutate, RuntimeError) as error:
                phase.fail("not run")
                results.fail("mutants", str(error))
                if is_full:
                    continue
                break
            # A sample is too small for the limit, and held to what is known; the whole is held to reasons for all.
            found = outcome.unexplained if is_full else outcome.new
            faults = [f"{mutant['state']}: {campaign.place(mutant)}" for mutant in found] + outcome.faults
            if is_full and outcome.surviving > LIMIT:
                faults.append(f"{outcome.surviving:.1%} are not noticed, more than {LIMIT:.0%}")
            phase.end = str(outcome)
            if faults:
                phase.fail(str(outcome))
                results.fail(f"mutants of {part}", "\n".join(["not noticed, or not as explained", *faults]))
            elif outcome.tried:
                results.passed += 1
            elif is_full or outcome.ended:
                results.skip("mutants", f"no mutant was tried{outcome.ended}")
        for mutant in outcome.unexplained:
            terminal.line(f"    {mutant['state']}: {campaign.place(mutant)}")
        # A file that has no mutant gives its place to the next.
        if not is_full and (outcome.tried or outcome.ended):
            break
