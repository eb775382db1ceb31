"""Writes vectors.json: texts as ICU formats them, and the plural forms of CLDR.

Needs: pip install icu4py babel
"""
import json
import pathlib
from importlib.metadata import version

from babel import Locale
from icu4py.messageformat import MessageFormat

NUMBERS = [0, 1, 2, 3, 4, 5, 6, 10, 11, 12, 14, 15, 20, 21, 22, 24, 25, 99, 100, 101, 102, 103, 110, 111, 112, 121, 1000,
           1001, 10000, 999999, 1000000, 1000001, 2000000]
LANGUAGES = ["en", "de", "nl", "sv", "da", "fi", "tr", "el", "hu", "ja", "ko", "zh", "th", "vi", "id", "ms", "fr", "pt", "pt-PT",
             "es", "it", "ca", "hi", "fa", "bn", "ru", "uk", "pl", "cs", "sk", "ar", "he"]
MESSAGES = [
    ("Plain text", {}),
    ("To {destination}", {"destination": "jane@example.com"}),
    ("To { destination }!", {"destination": "{braces} and 'quotes' #"}),
    ("The app's server", {}),
    ("The app''s server", {}),
    ("Write '{'name'}' for a place", {}),
    ("Write '{name} {'' twice'", {}),
    ("It's {name}'s", {"name": "Jane"}),
    ("'{name}'", {"name": "Jane"}),
    ("# is plain here", {}),
    ("{count, plural, one {# attempt} other {# attempts}} left", {"count": 1}),
    ("{count, plural, one {# attempt} other {# attempts}} left", {"count": 0}),
    ("{count,plural,one{# attempt}other{# attempts}} left", {"count": 7}),
    ("{count, plural, =0 {none} =1 {a single one} one {# one} other {# others}}", {"count": 0}),
    ("{count, plural, =0 {none} =1 {a single one} one {# one} other {# others}}", {"count": 1}),
    ("{count, plural, =0 {none} other {'#' is #}}", {"count": 3}),
    ("{count, plural, other {{name} has # and '{'}} end", {"count": 3, "name": "Jo"}),
    ("{a, plural, one {{b, plural, one {# b} other {# bs}} of # a} other {{b, plural, one {# b} other {# bs}} of # as}}",
     {"a": 1, "b": 2}),
    ("{a, plural, one {{b, plural, one {# b} other {# bs}} of # a} other {{b, plural, one {# b} other {# bs}} of # as}}",
     {"a": 3, "b": 1}),
    ("a } b", {}),
    ("Umlaute: ä {name} ß", {"name": "Zoë 🙂"}),
]
INVALID = ["{", "{name", "{}", "{ }", "{count, plural}", "{count, plural, }", "{count, plural, one {x}}",
           "{count, plural, other}", "{count, plural, other {x}", "{count, plural, =x {a} other {b}}"]


def refuses(text):
    try:
        MessageFormat(text, "en").format({"name": "x", "count": 1})
    except Exception:
        return True
    return False


assert all(refuses(text) for text in INVALID), [text for text in INVALID if not refuses(text)]
vectors = {
    "source": f"icu4py {version('icu4py')}, Babel {version('babel')}",
    "messages": [{"template": text, "arguments": arguments, "text": MessageFormat(text, "en").format(arguments)}
                 for text, arguments in MESSAGES],
    "invalid": INVALID,
    "numbers": NUMBERS,
    "plurals": {language: [Locale.parse(language, sep="-").plural_form(number) for number in NUMBERS] for language in LANGUAGES},
}
path = pathlib.Path(__file__).with_name("vectors.json")
path.write_text(json.dumps(vectors, ensure_ascii=False, indent=1) + "\n")
