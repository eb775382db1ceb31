"""Tests mutants of a small file that a seed selects, or of all files with `--full`. `Tests/mutate` has more options."""

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

# The time limit of a sample, from its first command to its last. At the limit it ends with the results so far.
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
            # A sample is too small for the limit: only new survivors fail it. In a full run, all need a reason.
            found = outcome.unexplained if is_full else outcome.new
            faults = [f"{mutant['state']}: {campaign.place(mutant)}" for mutant in found] + outcome.faults
            if is_full and outcome.surviving > LIMIT:
                faults.append(f"{outcome.surviving:.1%} of the mutants are not noticed, more than {LIMIT:.0%}")
            phase.end = str(outcome)
            if faults:
                phase.fail(str(outcome))
                results.fail(f"mutants of {part}", "\n".join(["not noticed, or explained wrongly", *faults]))
            elif outcome.tried:
                results.passed += 1
            elif is_full or outcome.ended:
                results.skip("mutants", f"no mutant was tested{outcome.ended}")
        for mutant in outcome.unexplained:
            terminal.line(f"    {mutant['state']}: {campaign.place(mutant)}")
        # If a file has no mutants, the next one is used.
        if not is_full and (outcome.tried or outcome.ended):
            break
