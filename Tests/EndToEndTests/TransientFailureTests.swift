import AuthCore
import AuthSandbox
import AuthTesting
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a user sees when a request fails in passing: vendor × failure × phase. Rows are equal for all vendors but for the
/// differences that are named here.
@Suite struct TransientFailureTests {
  static let vendors: [ProviderID] = ["turnkey", "privy", "hawcx", "authsignal"]

  /// A request of the flow.
  enum Phase: String, CaseIterable, Sendable {
    case start, verify, resend
  }

  /// How the request fails; none of these reaches the server.
  enum Failure: String, CaseIterable, Sendable {
    case network, timeout, server_error, rate_limited, malformed_response, response_too_large, tls

    var kind: Fault.Kind {
      switch self {
      case .network: .dropRequest
      case .timeout: .fail(AuthError(.timeout, "No answer in time."))
      case .server_error: .status(503)
      case .rate_limited: .status(429, headers: ["Retry-After": "7"])
      case .malformed_response: .status(200)
      case .response_too_large: .fail(AuthError(.responseTooLarge, "Too large."))
      case .tls: .fail(AuthError(.tls, "No secure connection."))
      }
    }
  }

  /// What the user sees: the prompt again with the error, or the flow's end.
  private static func expected(_ vendor: ProviderID, _ phase: Phase, _ failure: Failure) -> String {
    switch phase {
    // There is no prompt to go back to.
    case .start: "ended: \(failure.rawValue)"
    case .verify, .resend: "enterCode again: \(failure.rawValue)"
    }
  }

  @Test("a failure that passes brings the prompt back", arguments: vendors, Phase.allCases)
  func promptComesBack(_ vendor: ProviderID, _ phase: Phase) async throws {
    for failure in Failure.allCases {
      let seen = try await seen(vendor, phase, failure)
      #expect(seen == Self.expected(vendor, phase, failure), "\(vendor), \(phase), \(failure)")
    }
  }

  private func seen(_ vendor: ProviderID, _ phase: Phase, _ failure: Failure) async throws -> String {
    let house = try SandboxedHouse(vendor)
    let address = "jane@example.com"
    let fault = Fault(failure.kind, times: 1)
    if phase == .start { house.transport.add(fault) }
    let method: MethodID? = vendor == "privy" ? .emailOTP : nil
    let flow = house.auth.start(FlowRequest(identifier: address, method: method))
    var hasFailed = false
    for await update in flow {
      switch update {
      case .prompt(.enterCode, let context) where hasFailed && context.lastError != nil:
        let again = "enterCode again: \(context.lastError?.code.rawValue ?? "")"
        // The prompt is worth something: the code that was sent is taken now.
        try await flow.submit(code: try house.sandbox.lastCode(to: address))
        let result = try? await flow.result()
        return result == nil ? again + ", but the code is not taken any more" : again
      case .prompt(.enterCode(let prompt), _) where !hasFailed:
        hasFailed = true
        if let open = prompt.resendAt, phase == .resend {
          house.clock.advance(by: .seconds(open.timeIntervalSince(house.clock.now()) + 1))
        }
        house.transport.add(fault)
        switch phase {
        case .start: return "not failed"
        case .verify: try await flow.submit(code: try house.sandbox.lastCode(to: address))
        case .resend: try await flow.resend()
        }
      case .prompt(.selectMethod(let methods), let context):
        if let error = context.lastError { return "selectMethod again: \(error.code.rawValue)" }
        try await flow.select(method: try #require(methods.first?.id))
      case .prompt(let prompt, let context):
        return "\(prompt.name): \(context.lastError?.code.rawValue ?? "no error")"
      case .failed(let error): return "ended: \(error.code.rawValue)"
      case .completed: return "completed"
      case .idle, .working: continue
      }
    }
    return "over"
  }
}
