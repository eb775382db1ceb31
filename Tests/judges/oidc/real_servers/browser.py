"""A user's browser, without scripts: it follows redirects, fills in the forms of pages, and submits them."""

from html.parser import HTMLParser
from typing import Dict, List, Optional, Set, Tuple
from urllib.parse import urljoin, urlsplit

import requests


class Form:
    def __init__(self, attributes: Dict[str, Optional[str]]):
        self.action = attributes.get("action") or ""
        self.method = (attributes.get("method") or "get").lower()
        self.fields: Dict[str, str] = {}
        self.buttons: List[Tuple[str, str]] = []


class Forms(HTMLParser):
    """The forms of a page."""

    def __init__(self, page: str):
        super().__init__()
        self.forms: List[Form] = []
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "form":
            self.forms.append(Form(attributes))
        name = attributes.get("name")
        if not self.forms or name is None or tag not in ("input", "button"):
            return
        value = attributes.get("value") or ""
        if tag == "button" or attributes.get("type") == "submit":
            self.forms[-1].buttons.append((name, value))
        elif attributes.get("type") not in ("checkbox", "radio"):
            self.forms[-1].fields[name] = value


class Browser:
    """Answers the pages with `answers`: the values of fields, and of buttons that are pressed, by their names. None
    keeps the value of a field."""

    def __init__(self, answers: Dict[str, Optional[str]]):
        self.session = requests.Session()
        self.answers = answers

    def walk(self, url: str, until: str, answers: Optional[Dict[str, Optional[str]]] = None) -> str:
        """Opens a page and answers what it asks. Returns the first address that begins with `until` and to which the
        browser is redirected, without opening it."""
        given = {**self.answers, **(answers or {})}
        response = self._get(url)
        for _ in range(12):
            if response.is_redirect:
                target = urljoin(response.url, response.headers["Location"])
                if target.startswith(until):
                    return target
                response = self._get(target)
            else:
                response = self._submit(response, given)
        raise AssertionError(f"the pages do not lead to {until}; the last one is {response.url}")

    def end(self, url: str, answers: Optional[Dict[str, Optional[str]]] = None) -> requests.Response:
        """Opens a page, answers what it asks, and returns the first page that asks nothing that the user knows."""
        given = {**self.answers, **(answers or {})}
        response = self._get(url)
        for _ in range(12):
            if response.is_redirect:
                response = self._get(urljoin(response.url, response.headers["Location"]))
            elif self._form(response, given):
                response = self._submit(response, given)
            else:
                return response
        raise AssertionError(f"the pages do not end; the last one is {response.url}")

    def asked(self, url: str) -> Set[str]:
        """The names of the fields on the page to which an address leads, at the same server."""
        response = self._get(url)
        while response.is_redirect:
            target = urljoin(response.url, response.headers["Location"])
            if urlsplit(target).netloc != urlsplit(url).netloc:
                break
            response = self._get(target)
        return {name for form in Forms(response.text).forms for name in form.fields}

    def _get(self, url: str) -> requests.Response:
        return self.session.get(url, allow_redirects=False, timeout=30)

    def _form(self, response: requests.Response, given: Dict[str, Optional[str]]) -> Optional[Form]:
        for form in Forms(response.text).forms:
            if any(name in given for name in form.fields) or self._pressed(form, given):
                return form
        return None

    @staticmethod
    def _pressed(form: Form, given: Dict[str, Optional[str]]) -> Dict[str, str]:
        return {name: value for name, value in form.buttons if given.get(name) == value}

    def _submit(self, response: requests.Response, given: Dict[str, Optional[str]]) -> requests.Response:
        form = self._form(response, given)
        assert form, f"{response.url} (HTTP {response.status_code}) asks something else: {response.text[:2000]}"
        assert form.method == "post", form.method
        data = {name: given.get(name) or value for name, value in form.fields.items()}
        data.update(self._pressed(form, given))
        return self.session.post(
            urljoin(response.url, form.action), data=data, headers={"Referer": response.url}, allow_redirects=False,
            timeout=30)
