public import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A vendor's server as a conformance suite sees it: where requests go, what a person answers, and the switches that a
/// test has in its hand.
///
/// Only the transport, the configuration and the right answers have to be there. What is left nil makes the laws that
/// need it not applicable, and the report says so by the property's name.
public struct ConformanceServer: Sendable {
  /// Answers the provider's requests, in this process or elsewhere. The suite puts its own recorder and its own faults
  /// in front of it.
  public var transport: any HTTPTransport
  /// The provider's block of the configuration for this server.
  public var configuration: JSONObject
  /// What a person answers who does everything right; nil leaves it to the suite, which takes the request's method or
  /// the first one, the first account, the request's identifier, and polls.
  public var answer: @Sendable (Prompt, PromptContext) async throws -> FlowAnswer?
  /// An answer in the right form that the server refuses, once; nil where a prompt has none.
  public var refusedAnswer: (@Sendable (Prompt, PromptContext) async throws -> FlowAnswer?)?
  /// An answer that can be told to be wrong before it is sent; nil where a prompt has none.
  public var malformedAnswer: @Sendable (Prompt) -> FlowAnswer?
  /// Where the provider's tokens come from, where it needs any.
  public var tokenProvider: (any TokenProvider)?
  /// Ends a session at the server: from now on it refuses, with authority, to renew it.
  public var refuseSession: (@Sendable (Session) async throws -> Void)?
  /// Whether the server counts a session as over.
  public var isRevoked: (@Sendable (Session) async throws -> Bool)?
  /// A request that the server answers with 2xx to whoever has a session, and with 401 to others.
  public var protectedRequest: TransportRequest?
  /// What may never show: shared secrets, keys, whatever the server made up. The tokens of stored sessions and the
  /// codes that were answered are added by the suite.
  public var secrets: @Sendable () async throws -> [String]

  /// A server.
  ///
  /// - Parameters:
  ///   - transport: answers the provider's requests.
  ///   - configuration: the provider's block for it.
  ///   - answer: what a person answers who does everything right; nil for what the request says already.
  public init(
    _ transport: any HTTPTransport, configuration: JSONObject,
    answer: @escaping @Sendable (Prompt, PromptContext) async throws -> FlowAnswer?
  ) {
    self.transport = transport
    self.configuration = configuration
    self.answer = answer
    malformedAnswer = Self.usualMalformedAnswer
    secrets = { [] }
  }

  /// What is wrong in form whoever the vendor is: letters and a blank for a code, a text without `@` for an address, a
  /// callback to another address than any flow's.
  public static func usualMalformedAnswer(_ prompt: Prompt) -> FlowAnswer? {
    switch prompt {
    case .enterCode, .setupTOTP, .enterTOTP: .code(Secret("no code!"))
    case .enterEmail: .email("no address")
    case .enterPhone: .phone("no number")
    case .input(let fields): fields.contains { !$0.isOptional } ? .fields([:]) : nil
    case .redirect(let page):
      URL(string: (page.callbackScheme ?? "https") + "://elsewhere.example/stray?code=a-callback-of-no-flow-at-all")
        .map { .callback($0) }
    case .selectMethod, .selectAccount, .awaitApproval, .unknown: nil
    }
  }
}
