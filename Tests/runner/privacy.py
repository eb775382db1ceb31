"""Checks that each target for Apple's systems has a privacy manifest for the calls whose reasons Apple requires.

The calls are found in the sources. Apple's own check reads the linked app, which cannot be built here."""

import plistlib
import re
from pathlib import Path
from typing import Dict, Set

from .places import ROOT
from .results import Results
from .terminal import Terminal

FILE = "PrivacyInfo.xcprivacy"
CATEGORY = "NSPrivacyAccessedAPICategory"
# Apple: Describing use of required reason API. The calls of each category, as they are written in Swift.
CALLS = {
    "FileTimestamp": r"\b[fl]?stat\(|\bfstatat\(|\bf?getattrlist\w*\(|\.(creation|modification|fileModification"
                     r"|contentModification|contentAccess)Date(Key)?\b|\battributesOfItem\(",
    "SystemBootTime": r"\bsystemUptime\b|\bmach_absolute_time\b",
    "DiskSpace": r"\bvolume(Available|Total)Capacity\w*|\bf?stat(fs|vfs)\(|\bsystem(Free)?Size\b",
    "ActiveKeyboards": r"\bactiveInputModes\b",
    "UserDefaults": r"\bUserDefaults\b|\bAppStorage\b",
}
REASONS = {
    "FileTimestamp": {"DDA9.1", "C617.1", "3B52.1", "0A2A.1"},
    "SystemBootTime": {"35F9.1", "8FFB.1", "3D61.1"},
    "DiskSpace": {"85F4.1", "E174.1", "7D9E.1", "B728.1"},
    "ActiveKeyboards": {"3EC4.1", "54BD.1"},
    "UserDefaults": {"CA92.1", "1C8F.1", "C56D.1", "AC6B.1"},
}
KEYS = {"NSPrivacyTracking", "NSPrivacyTrackingDomains", "NSPrivacyCollectedDataTypes", "NSPrivacyAccessedAPITypes"}


def check(terminal: Terminal, results: Results, targets) -> None:
    with terminal.phase("Privacy manifests") as phase:
        manifest = (ROOT / "Package.swift").read_text(encoding="utf-8")
        faults = [fault for name in targets for fault in _faults(name, manifest)]
        count = sum(1 for name in targets if (ROOT / "Sources" / name / FILE).exists())
        if count == 0:
            faults.append("no target has a privacy manifest; the check looks in the wrong place")
        for fault in faults:
            results.fail("privacy", fault)
        if faults:
            phase.fail(f"{len(faults)} faults")
        else:
            results.passed += len(targets)
            phase.end = f"{count} for {len(targets)} targets"


def _faults(name: str, manifest: str):
    folder = ROOT / "Sources" / name
    called = _called(folder)
    declared: Dict[str, Set[str]] = {}
    if (folder / FILE).exists():
        found = plistlib.loads((folder / FILE).read_bytes())
        if set(found) != KEYS:
            yield f"{name}/{FILE} has other keys than Apple defines: {sorted(set(found) ^ KEYS)}"
            return
        for entry in found["NSPrivacyAccessedAPITypes"]:
            category = entry["NSPrivacyAccessedAPIType"].removeprefix(CATEGORY)
            declared[category] = set(entry["NSPrivacyAccessedAPITypeReasons"])
        if not re.search(rf'library\(\s*"{name}", .*declaresPrivacy: true', manifest):
            yield f"{name}/{FILE} is not a resource of its target in Package.swift"
    for category in sorted(called - set(declared)):
        yield f"{name} calls API of the category {category}, and its {FILE} gives no reason"
    for category in sorted(set(declared) - called):
        yield f"{name}/{FILE} gives a reason for {category}, and the target calls no such API"
    for category, reasons in declared.items():
        if not reasons or reasons - REASONS.get(category, set()):
            yield f"{name}/{FILE} has reasons that Apple does not define for {category}: {sorted(reasons)}"


def _called(folder: Path) -> Set[str]:
    code = ""
    for path in sorted(folder.rglob("*.swift")):
        text = path.read_text(encoding="utf-8")
        code += re.sub(r"//.*", "", text)
    return {category for category, pattern in CALLS.items() if re.search(pattern, code)}
