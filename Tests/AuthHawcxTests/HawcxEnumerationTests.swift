import AuthCore
import AuthSandbox
import AuthTesting
import Testing

/// A client without the code cannot find out whether a user is known. The responses for a known and for an unknown user
/// differ only in their session, metadata and random values. They have the same size and cost the same work: the same
/// number of messages, and the same number of random bytes for codes, sessions and challenges.
@Suite struct HawcxEnumerationTests {
  private static let policies: [JSONObject] = [
    [:], ["unknown_user": "reject"], ["mfa_policy": "required"], ["mfa_policy": "optional", "unknown_user": "reject"],
    ["device_enrollment": "required", "skip_primary_on_trusted_device": true], ["invite_code": "12345678"],
    ["primary_methods": ["email_otp"]], ["primary_methods": ["push", "qr", "oauth:demo", "email_otp"]],
  ]
  private static let device: JSONValue = [
    "keyset": .string(Base64.encode([UInt8](repeating: 1, count: 120))),
    "hindex": .string(Base64.encode([UInt8](repeating: 2, count: 32))),
    "sk2": .string(Base64.encode([UInt8](repeating: 3, count: 32))),
  ]

  @Test func knownAndUnknownUsersGetTheSameResponses() async throws {
    var compared = 0
    for policy in Self.policies {
      let random = CountingRandomSource()
      let bench = try HawcxBench(random: random) { $0["device"] = ["enrollment": true] }
      // The known user has signed in and has a trusted device.
      try bench.policy(["device_enrollment": "required"])
      _ = try await bench.signIn("jane@example.com")
      try bench.policy(["device_enrollment": "off"])
      try bench.policy(policy)
      for flowType in ["signin", "signup", "account_manage"] {
        for extra in [[:], ["inviteCode": "12345678"], ["deviceCredentials": Self.device]] as [JSONObject] {
          for method in ["email_otp", "sms_otp", "push", "qr", "oauth:demo", "totp", "nonsense"] {
            var dialogues: [[[UInt8]]] = []
            var work: [[Int]] = []
            for identifier in ["jane@example.com", "jack@example.com"] {
              let before = [random.count, try bench.sandbox.messageCount()]
              dialogues.append(
                try dialogue(bench, identifier, flowType: flowType, method: method, extra))
              work.append(zip([random.count, try bench.sandbox.messageCount()], before).map { $0 - $1 })
            }
            #expect(work[0] == work[1], "\(policy) \(flowType) \(method): work")
            #expect(dialogues[0].map(\.count) == dialogues[1].map(\.count), "\(policy) \(flowType) \(method)")
            #expect(
              try dialogues[0].map(Self.plain) == dialogues[1].map(Self.plain), "\(policy) \(flowType) \(method)")
            compared += dialogues[0].count
          }
        }
      }
    }
    #expect(compared > 1000)
  }

  /// The responses to everything that a client can do without the code.
  private func dialogue(
    _ bench: HawcxBench, _ identifier: String, flowType: String, method: String, _ extra: JSONObject
  ) throws -> [[UInt8]] {
    let configID = try #require(bench.sandbox.descriptor["hawcx"]?["configId"]?.stringValue)
    var start: JSONObject = [
      "type": "start", "flowType": .string(flowType), "identifier": .string(identifier),
      "codeChallenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    ]
    for member in extra.members { start[member.name] = member.value }
    let actions: [JSONValue] = [
      .object(start), ["type": "select_method", "methodId": .string(method)], ["type": "resend"], ["type": "poll"],
      ["type": "submit_code", "code": "not it"], ["type": "submit_code", "code": "nor it"], ["type": "cancel"],
    ]
    var session: JSONValue = .null
    return try actions.map { action in
      let response = bench.sandbox.handle(
        SandboxRequest(
          "POST", "/hawcx/v1/auth", json: ["protocolVersion": 2, "session": session, "action": action],
          headers: ["X-Config-Id": configID]))
      session = try JSONValue(parsing: response.body)["session"] ?? .null
      return response.body
    }
  }

  /// The response without random values, which have the same length for every user.
  private static func plain(_ body: [UInt8]) throws -> String {
    let value = try JSONValue(parsing: body)
    var object = value.objectValue ?? [:]
    object["session"] = nil
    object["meta"] = nil
    var step = object["step"]?.objectValue ?? [:]
    for name in ["qrData", "url"] where step[name] != nil { step[name] = "chance" }
    object["step"] = .object(step)
    return JSONValue.object(object).serializedText
  }
}

/// A random source that counts the bytes that were drawn from it.
private final class CountingRandomSource: RandomSource {
  private let drawn = Locked(0)
  private let next = SeededRandomSource()

  var count: Int { drawn.withLock { $0 } }

  func fill(_ buffer: UnsafeMutableRawBufferPointer) {
    drawn.withLock { $0 += buffer.count }
    next.fill(buffer)
  }
}
