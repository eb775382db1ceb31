import AuthCore
import AuthSandbox
import AuthTesting
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The steps that a user sees when a request of a sign-in by code fails or a code is wrong, for each combination of
/// vendor, failure and phase. The steps are the same for all vendors except for the listed differences.
@Suite struct FailureTableTests {
  static let vendors: [ProviderID] = ["turnkey", "privy", "hawcx", "authsignal"]

  /// The request of the flow that fails.
  enum Phase: String, CaseIterable, Sendable {
    case start, verify, resend

    /// The user's moves, one for each prompt. The request of the first move fails.
    var moves: [Move] {
      switch self {
      case .start: []
      case .verify: [.submit, .submit]
      case .resend: [.resend, .submit]
      }
    }
  }

  /// How the request fails.
  enum Failure: String, CaseIterable, Sendable {
    // The request does not reach the server, or the response is not from the vendor. The failure may be transient.
    case network, timeout, server_error, rate_limited, malformed_response, response_too_large, tls
    // The server processed the request, but the response was lost or damaged in transit.
    case lost_answer, garbage
    // The server refuses the request with a status and no body.
    case bad_request, unauthorized, forbidden, not_found

    var kind: Fault.Kind {
      switch self {
      case .network: .dropRequest
      case .timeout: .fail(AuthError(.timeout, "No response in time."))
      case .server_error: .status(503)
      case .rate_limited: .status(429, headers: ["Retry-After": "7"])
      case .malformed_response: .status(200)
      case .response_too_large: .fail(AuthError(.responseTooLarge, "Too large."))
      case .tls: .fail(AuthError(.tls, "No secure connection."))
      case .lost_answer: .dropAnswer
      case .garbage: .garbage
      case .bad_request: .status(400)
      case .unauthorized: .status(401)
      case .forbidden: .status(403)
      case .not_found: .status(404)
      }
    }
  }

  /// A mistake of the user in a flow without failed requests.
  enum Mistake: String, CaseIterable, Sendable {
    case wrong, malformed, late, replaced

    var moves: [Move] {
      switch self {
      case .wrong: [.submitWrong, .submit]
      case .malformed: [.submitMalformed, .submit]
      case .late: [.submitLate, .resend, .submit]
      case .replaced: [.resend, .submitFirst, .submit]
      }
    }
  }

  /// The user's move at a prompt for a code.
  enum Move: Sendable {
    /// Enters the code that was sent last.
    case submit
    case submitFirst, submitWrong, submitMalformed
    /// Enters the code after its expiry.
    case submitLate
    /// Requests a new code as soon as the server allows it.
    case resend
  }

  /// The steps that the user sees with every vendor that is not listed in `differences`.
  private static func rule(_ phase: Phase, _ failure: Failure) -> String {
    let code =
      switch failure {
      case .lost_answer: "network"
      case .garbage: "malformed_response"
      case .bad_request, .unauthorized, .forbidden, .not_found: "provider_error"
      default: failure.rawValue
      }
    let passes = code != "provider_error"
    // Before the first code there is no prompt to return to.
    return phase != .start && passes ? "\(code), signed in" : "ended: \(code)"
  }

  private static func rule(_ mistake: Mistake) -> String {
    switch mistake {
    case .wrong, .malformed: "invalid_code, signed in"
    case .late: "code_expired, code, signed in"
    case .replaced: "code, invalid_code, signed in"
    }
  }

  /// The differences, by `phase failure` or `mistake`.
  private static let differences: [String: [ProviderID: String]] = [
    // The request whose response was lost has used up the code. Hawcx repeats its response to the same code. Turnkey
    // has ended the challenge. Privy and Authsignal refuse a used code in the same way as a wrong one.
    "verify lost_answer": [
      "turnkey": "network, ended: flow_expired", "privy": "network, invalid_code",
      "authsignal": "network, invalid_code",
    ],
    "verify garbage": [
      "turnkey": "malformed_response, ended: flow_expired", "privy": "malformed_response, invalid_code",
      "authsignal": "malformed_response, invalid_code",
    ],
    // Turnkey's new code belongs to a challenge whose id only the lost response contained.
    "resend lost_answer": ["turnkey": "network, invalid_code"],
    "resend garbage": ["turnkey": "malformed_response, invalid_code"],
    // Privy returns the same error for wrong and for expired codes.
    "late": ["privy": "invalid_code, code, signed in"],
    // A status without a body is mapped by the vendor's error table. Authsignal's first request fetches a token from
    // the app's backend, whose refusal is mapped to `forbidden`.
    "start bad_request": ["authsignal": "ended: forbidden"],
    "start unauthorized": [
      "turnkey": "ended: forbidden", "hawcx": "ended: invalid_configuration", "authsignal": "ended: forbidden",
    ],
    "start forbidden": [
      "turnkey": "ended: forbidden", "hawcx": "ended: invalid_configuration", "authsignal": "ended: forbidden",
    ],
    "start not_found": ["hawcx": "ended: invalid_configuration"],
    // A 401 of Privy in response to a code means that the code is wrong.
    "verify unauthorized": [
      "turnkey": "ended: forbidden", "privy": "invalid_code, signed in", "hawcx": "ended: invalid_configuration",
      "authsignal": "ended: invalid_token",
    ],
    "verify forbidden": [
      "turnkey": "ended: forbidden", "hawcx": "ended: invalid_configuration", "authsignal": "ended: forbidden",
    ],
    "verify not_found": ["hawcx": "ended: invalid_configuration", "authsignal": "ended: invalid_configuration"],
    "resend unauthorized": [
      "turnkey": "ended: forbidden", "hawcx": "ended: invalid_configuration", "authsignal": "ended: invalid_token",
    ],
    // Authsignal returns 403 for a method that the user has not enrolled. The flow then lists the enrolled methods and
    // continues with one of them.
    "resend forbidden": [
      "turnkey": "ended: forbidden", "hawcx": "ended: invalid_configuration", "authsignal": "code, signed in",
    ],
    "resend not_found": ["hawcx": "ended: invalid_configuration", "authsignal": "ended: invalid_configuration"],
  ]

  @Test("a transient failure brings the prompt back", arguments: vendors, Phase.allCases)
  func failures(_ vendor: ProviderID, _ phase: Phase) async throws {
    for failure in Failure.allCases {
      let seen = try await seen(vendor, phase.moves, failing: failure)
      let expected = Self.differences["\(phase) \(failure)"]?[vendor] ?? Self.rule(phase, failure)
      #expect(seen == expected, "\(vendor), \(phase), \(failure)")
    }
  }

  @Test("a wrong code brings the prompt back", arguments: vendors, Mistake.allCases)
  func mistakes(_ vendor: ProviderID, _ mistake: Mistake) async throws {
    let seen = try await seen(vendor, mistake.moves)
    #expect(seen == Self.differences["\(mistake)"]?[vendor] ?? Self.rule(mistake), "\(vendor), \(mistake)")
  }

  @Test func aDifferenceDiffersFromTheRule() {
    let failures = Phase.allCases.flatMap { phase in
      Failure.allCases.map { ("\(phase) \($0)", Self.rule(phase, $0)) }
    }
    let rules = Dictionary(uniqueKeysWithValues: failures + Mistake.allCases.map { ("\($0)", Self.rule($0)) })
    for (row, cells) in Self.differences {
      for (vendor, seen) in cells { #expect(rules[row] != nil && rules[row] != seen, "\(row), \(vendor)") }
    }
  }

  /// The steps that the user sees after each move, until the flow ends or no move is left.
  private func seen(
    _ vendor: ProviderID, _ moves: [Move], failing failure: Failure? = nil
  ) async throws -> String {
    let house = try SandboxedHouse(vendor)
    let fault = failure.map { Fault($0.kind, times: 1) }
    if let fault, moves.isEmpty { house.transport.add(fault) }
    let address = "jane@example.com"
    let flow = house.auth.start(FlowRequest(identifier: address, method: vendor == "privy" ? .emailOTP : nil))
    var left = moves[...]
    var first: String?
    var story: [String] = []
    for await update in flow {
      switch update {
      case .prompt(.enterCode(let prompt), let context):
        let code = try house.sandbox.lastCode(to: address)
        if first != nil { story.append(context.lastError?.code.rawValue ?? "code") }
        first = first ?? code
        guard let move = left.popFirst() else { return story.joined(separator: ", ") }
        if let fault, left.count == moves.count - 1 { house.transport.add(fault) }
        switch move {
        case .submit: try await flow.submit(code: Secret(code))
        case .submitFirst: try await flow.submit(code: Secret(first ?? code))
        case .submitWrong: try await flow.submit(code: Secret(code == "000000" ? "000001" : "000000"))
        case .submitMalformed: try await flow.submit(code: "12")
        case .submitLate:
          house.clock.advance(by: .seconds((prompt.expiresAt?.timeIntervalSince(house.clock.now()) ?? 900) + 1))
          try await flow.submit(code: Secret(code))
        case .resend:
          if let open = prompt.resendAt, !prompt.canResend(at: house.clock.now()) {
            house.clock.advance(by: .seconds(open.timeIntervalSince(house.clock.now()) + 1))
          }
          try await flow.resend()
        }
      case .prompt(.selectMethod(let methods), _): try await flow.select(method: try #require(methods.first?.id))
      case .prompt(let prompt, let context):
        return (story + ["\(prompt.name) \(context.lastError?.code.rawValue ?? "")"]).joined(separator: ", ")
      case .failed(let error): return (story + ["ended: \(error.code.rawValue)"]).joined(separator: ", ")
      case .completed: return (story + ["signed in"]).joined(separator: ", ")
      case .idle, .working: continue
      }
    }
    return "over"
  }
}
