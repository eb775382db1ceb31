"""Turnkey's own description of its API (Swagger 2.0), as JSON Schemas for requests and responses."""

import json
import re
from pathlib import Path

from jsonschema import Draft4Validator, FormatChecker

VECTORS = Path(__file__).resolve().parents[2] / "Vectors" / "turnkey-openapi"
NUMBERS = FormatChecker(formats=())


@NUMBERS.checks("int64")
@NUMBERS.checks("uint64")
def is_whole(value) -> bool:
    """Whether the value can be a 64-bit number; these are sent as strings."""
    return not isinstance(value, str) or re.fullmatch(r"-?[0-9]+", value) is not None


class Description:
    """One service: its operations by path."""

    def __init__(self, file: str, prefix: str):
        self.prefix = prefix
        document = json.loads((VECTORS / file).read_text(encoding="utf-8"))
        self.definitions = document["definitions"]
        for definition in self.definitions.values():
            # Stricter than the description: an unknown member is an error, too.
            members = definition.get("properties", {})
            if members and "@type" not in members:
                definition.setdefault("additionalProperties", False)
        self.operations = {}
        for path, methods in document["paths"].items():
            operation = methods["post"]
            answers = {status: answer["schema"] for status, answer in operation["responses"].items()}
            body = next((one["schema"] for one in operation.get("parameters", []) if one["in"] == "body"), None)
            if body is not None:
                self.operations[path] = (body, answers)

    def problems(self, value, schema) -> list:
        validator = Draft4Validator({**schema, "definitions": self.definitions}, format_checker=NUMBERS)
        return [
            f"{'/'.join(map(str, error.absolute_path)) or 'body'}: {error.message[:300]}"
            for error in validator.iter_errors(value)]

    def types(self, path: str) -> list:
        """The activity types that a path's request may have; empty for queries."""
        body = self.definitions[self.operations[path][0]["$ref"].split("/")[-1]]
        return body["properties"].get("type", {}).get("enum", [])

    def intent(self, activity_type: str):
        """The schema of an older version's parameters, which the description keeps among the intents."""
        words = activity_type.removeprefix("ACTIVITY_TYPE_").split("_")
        version = words.pop() if re.fullmatch(r"V[0-9]+", words[-1]) else ""
        name = "v1" + "".join(word.capitalize() for word in words) + "Intent" + version
        return {"$ref": "#/definitions/" + name} if name in self.definitions else None


SERVICES = [
    Description("turnkey-public-api.swagger.json", "/turnkey"),
    Description("turnkey-auth-proxy.swagger.json", "/turnkey-proxy"),
]
# Operations that Turnkey serves and its description lacks, with the source used instead.
ELSEWHERE = {
    "/turnkey-oauth": "tkhq/frames, oauth-origin and oauth-redirect pages, and the providers' own OAuth documents",
}


class Verdict:
    """The result of the comparison of recorded exchanges with the description."""

    def __init__(self):
        self.covered = set()
        self.requests = 0
        self.answers = 0
        self.problems = []
        self.elsewhere = {}  # operation -> source

    def judge(self, exchange: dict, whose_request: bool = True) -> None:
        """Compares one exchange with the description. Requests that were refused may be wrong intentionally."""
        path = exchange["path"]
        for prefix, source in ELSEWHERE.items():
            if path.startswith(prefix):
                self.elsewhere[path] = source
                return
        service = next((one for one in SERVICES if path.startswith(one.prefix + "/")), None)
        if service is None or exchange["method"] != "POST":
            return
        route = path.removeprefix(service.prefix)
        where = f"{route} ({exchange['status']})"
        answer = json.loads(exchange["response"])
        if route not in service.operations:
            if exchange["status"] == 200:
                self.problems.append(f"{where}: answered, and no source is named for it")
            return
        body, answers = service.operations[route]
        schema = answers.get(str(exchange["status"]), answers["default"])
        self.answers += 1
        self.problems += [f"{where}, answer, {problem}" for problem in service.problems(answer, schema)]
        if exchange["status"] != 200:
            return
        self.covered.add(service.prefix + route)
        if whose_request:
            self.requests += 1
            self.problems += [
                f"{where}, request, {problem}" for problem in self._request(service, route, body, exchange["request"])]

    def _request(self, service, route, schema, text) -> list:
        request = json.loads(text)
        kind = request.get("type")
        if kind is None or kind in service.types(route):
            return service.problems(request, schema)
        # For an older version of an activity: the request's schema has only the newest version, the intents have all.
        intent = service.intent(kind)
        if intent is None:
            return [f"{kind} is not a type of the description"]
        self.elsewhere[f"{route} as {kind}"] = f"the same description's {intent['$ref'].split('/')[-1]}"
        newest = {**request, "type": service.types(route)[0]}
        frame = [
            problem for problem in service.problems(newest, schema)
            if not problem.startswith("parameters")]
        return frame + service.problems(request["parameters"], intent)

    def report(self, title: str) -> list:
        total = sum(len(service.operations) for service in SERVICES)
        lines = [
            f"{title}: {len(self.covered)} of {total} operations covered, {self.requests} requests and "
            f"{self.answers} answers validated"]
        return lines + [f"  not in it: {name}: {source}" for name, source in sorted(self.elsewhere.items())]
