"""Writes widths.json: the columns of a terminal that each assigned character takes.

Needs: pip install wcwidth
"""
import json
import pathlib
import unicodedata
from importlib.metadata import version

import wcwidth

ranges = []
for code in range(0x20, 0x20000):
    character = chr(code)
    if unicodedata.category(character) in ("Cn", "Cs", "Co", "Cc"):
        continue
    width = wcwidth.wcwidth(character)
    if ranges and ranges[-1][1] == code - 1 and ranges[-1][2] == width:
        ranges[-1][1] = code
    else:
        ranges.append([code, code, width])
texts = ["a\u0301", "日本語テキスト", "Zoë 🙂", "👩\u200d💻", "ﾊ、１"]
pathlib.Path(__file__).with_name("widths.json").write_text(json.dumps({
    "source": f"wcwidth {version('wcwidth')}, Unicode {unicodedata.unidata_version}",
    "ranges": ranges,
    "texts": [[text, wcwidth.wcswidth(text)] for text in texts],
}, ensure_ascii=False) + "\n")
