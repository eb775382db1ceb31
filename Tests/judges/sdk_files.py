"""What a vendor's SDK leaves on a device, written by Python's `plistlib`: the files that `latchkey adopt` reads."""

import base64
import json
import plistlib
from pathlib import Path


def encoded_json(value) -> bytes:
    """JSON as Apple's encoder writes it: slashes are escaped, and members have any order."""
    return json.dumps(value, separators=(",", ":")).replace("/", "\\/").encode()


def write(folder: Path, preferences: dict, passwords=(), keys=(), binary: bool = True) -> Path:
    """`passwords` are triples of service, account and text, and `keys` are triples of tag, label and private scalar."""
    folder.mkdir(mode=0o700)
    everything = {"AppleLanguages": ["en-GB"], "launches": 3, "isOn": True, **preferences}
    kind = plistlib.FMT_BINARY if binary else plistlib.FMT_XML
    items = {
        "passwords": [
            {"service": service, "account": account, "data": base64.b64encode(text.encode()).decode()}
            for service, account, text in passwords],
        "keys": [{"tag": tag, "label": label, "privateKey": scalar} for tag, label, scalar in keys]}
    for name, content in (("preferences.plist", plistlib.dumps(everything, fmt=kind)), ("keychain.json", json.dumps(items).encode())):
        path = folder / name
        path.touch(mode=0o600)
        path.write_bytes(content)
    return folder


def preferences(folder: Path) -> dict:
    return plistlib.loads((folder / "preferences.plist").read_bytes())


def keychain(folder: Path) -> dict:
    return json.loads((folder / "keychain.json").read_text())
