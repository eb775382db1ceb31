import AuthCore
import AuthSandbox
import AuthTesting
import Testing
import WireSamples

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Requests that no client sends. The law: the process lives, each response is a response, and the sandbox still
/// answers.
@Suite struct InputTests {
  /// Values that have ended programs: the ends of number types, empty and long texts, wrong types, dates far away.
  private static let values: [JSONValue] = [
    .integer(.min), .integer(.max), .integer(-1), .integer(0), .integer(1 << 32), .number(1e308), .number(-1e308),
    .number(5e-324), .number(0.5), "", "\0", "\u{1B}[2J", .string(String(repeating: "a", count: 70_000)), "<uuid>",
    "9223372036854775807", "-9223372036854775808", "+275760-09-13T00:00:00.000Z", "0000-00-00T00:00:00Z", .null,
    .bool(true), .array([]), .array([.null, .integer(.max)]), .object([:]), ["a": ["b": ["c": .integer(.min)]]],
  ]

  private static let vendors: [(name: String, mounts: [String])] = [
    ("turnkey", ["/turnkey", "/turnkey-proxy"]), ("privy", ["/privy"]), ("hawcx", ["/hawcx"]),
    ("authsignal", ["/authsignal"]),
  ]

  private func check(_ sandbox: Sandbox, _ request: SandboxRequest, _ what: @autoclosure () -> String) {
    let exchange = sandbox.exchange(request)
    if let socket = exchange.response?.socket { sandbox.detach(socket) }
    guard let response = exchange.response else { return }
    #expect((100...599).contains(response.status), "\(what())")
    if response.headers["Content-Type"] == "application/json", !response.body.isEmpty {
      #expect(throws: Never.self, "\(what())") { try JSONValue(parsing: response.body, depthLimit: 600) }
    }
  }

  private func expectAlive(_ sandbox: Sandbox) {
    for path in ["/sandbox/descriptor", "/", "/users", "/sessions", "/approvals", "/requests", "/outbox"] {
      #expect(sandbox.handle(SandboxRequest("GET", path)).status == 200, "\(path)")
    }
  }

  /// The requests that the vendors' own clients send, each with one or two members replaced.
  @Test(arguments: vendors.map(\.name))
  func changedRequestsOfClients(vendor: String) throws {
    let mounts = try #require(Self.vendors.first { $0.name == vendor }).mounts
    var generator = SplitMix64(seed: 20_261_126)
    let sandbox = try Sandbox(clock: FixedClock())
    let samples = try WireSample.all(vendor).filter { $0.use != .unused }
    #expect(samples.count > 15)
    var count = 0
    for sample in samples {
      let path = "/" + sample.path.drop { $0 != "/" }.dropFirst()
      for mount in mounts {
        for _ in 0..<40 {
          var headers = HTTPHeaders()
          for (name, value) in sample.requestHeaders { headers[name] = value }
          headers["Content-Type"] = "application/json"
          if Bool.random(using: &generator) { headers["Authorization"] = Self.texts.randomElement(using: &generator) }
          var body = sample.requestBody ?? .object([:])
          for _ in 0..<Int.random(in: 1...2, using: &generator) { body = Self.changed(body, &generator) }
          let request = SandboxRequest(sample.method, mount + path, json: body, headers: headers)
          check(sandbox, request, "\(sample) \(body.serializedText.prefix(300))")
          count += 1
        }
      }
    }
    expectAlive(sandbox)
    print("input \(vendor): \(count) changed requests of \(samples.count) exchanges")
  }

  private static let texts = [
    "", "Bearer", "Bearer ", "Bearer a.b.c", "Bearer eyJhbGciOiJFUzI1NiJ9.e30.", "Basic", "Basic OjE=", "Basic =",
    "\u{7F}",
    "Bearer \(String(repeating: ".", count: 5000))",
  ]

  /// Replaces a random member, at any depth.
  private static func changed(_ value: JSONValue, _ generator: inout SplitMix64) -> JSONValue {
    let isLeaf = Int.random(in: 0..<3, using: &generator) == 0
    switch value {
    case .object(var object) where !object.isEmpty && !isLeaf:
      let name = object.names[Int.random(in: 0..<object.count, using: &generator)]
      object[name] = changed(object[name] ?? .null, &generator)
      return .object(object)
    case .array(var elements) where !elements.isEmpty && !isLeaf:
      let index = elements.indices.randomElement(using: &generator) ?? 0
      elements[index] = changed(elements[index], &generator)
      return .array(elements)
    default: return values.randomElement(using: &generator) ?? .null
    }
  }

  /// Every policy of the page `Sandbox.md` with every value, and a sign-in after each.
  @Test(arguments: vendors.map(\.name))
  func policiesWithAnyValue(vendor: String) throws {
    let page = try String(contentsOfFile: Self.root + "/Documentation/Sandbox.md", encoding: .utf8)
    let names = Set(page.matches(of: /`([a-z][A-Za-z_]+)`/).map { String($0.output.1) })
    #expect(names.count > 80 && names.contains("accessTokenSeconds") && names.contains("codeSeconds"))
    let sandbox = try Sandbox(clock: FixedClock())
    let samples = try WireSample.all(vendor).filter { $0.use != .unused && $0.method == "POST" }
    let mounts = try #require(Self.vendors.first { $0.name == vendor }).mounts
    var generator = SplitMix64(seed: 20_261_126)
    var refused = 0
    for name in names.sorted() {
      for value in Self.values {
        let answer = sandbox.post("/sandbox/policy", ["provider": .string(vendor), name: value])
        #expect([200, 400].contains(answer.status))
        if answer.status == 400 { refused += 1 }
        if let sample = samples.randomElement(using: &generator) {
          let path = "/" + sample.path.drop { $0 != "/" }.dropFirst()
          for mount in mounts {
            check(
              sandbox, SandboxRequest(sample.method, mount + path, json: sample.requestBody ?? .object([:])),
              "\(name) = \(value), \(sample)")
          }
        }
      }
      _ = sandbox.post("/sandbox/policy", ["provider": .string(vendor), name: .null])
    }
    #expect(refused >= names.count * 5, "the numbers that are too large")
    expectAlive(sandbox)
  }

  /// Every control route with every value for each of its members.
  @Test func controlRoutesWithAnyValue() throws {
    let sandbox = try Sandbox(clock: FixedClock())
    let routes: [(String, [String])] = [
      ("/sandbox/clock", ["advanceSeconds"]), ("/sandbox/faults", ["match", "kind", "value", "times"]),
      ("/sandbox/approve", ["challengeId", "session", "decision"]),
      ("/sandbox/revoke", ["provider", "subject", "session"]),
      ("/sandbox/associations", ["appleApps", "androidApps", "relatedOrigins"]), ("/sandbox/recording", ["enabled"]),
      ("/sandbox/idp/token", ["sub", "alg", "ttl", "aud", "claims", "tamper"]),
      ("/sandbox/passkey/register/begin", ["name"]),
      ("/sandbox/passkey/register/finish", ["id", "response"]),
      ("/sandbox/passkey/authenticate/finish", ["id", "response"]),
      ("/backend/session/refresh", ["refreshToken"]), ("/backend/session/revoke", ["refreshToken"]),
    ]
    for (route, members) in routes {
      for member in members {
        for value in Self.values {
          var body: JSONObject = [member: value]
          for other in members where other != member { body[other] = Self.usual[other] ?? "x" }
          check(sandbox, SandboxRequest("POST", route, json: .object(body)), "\(route) \(member) = \(value)")
        }
      }
      _ = sandbox.post("/sandbox/faults", ["match": "/", "kind": "drop", "times": 0])
    }
    expectAlive(sandbox)
  }

  private static let usual: JSONObject = [
    "kind": "delay", "match": "/nothing", "times": 1, "value": 5, "decision": "approve", "provider": "privy",
    "sub": "jane",
    "alg": "ES256", "ttl": 60, "claims": [:], "tamper": .null, "aud": .null, "enabled": true,
  ]

  private static let root = #filePath.split(separator: "/").dropLast(4).reduce("") { $0 + "/" + $1 }
}
