public import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A vendor's server as a conformance suite sees it: its transport, the user's answers, and switches for tests.
///
/// Only the transport, the configuration and the right answers are required. A property that is nil makes the laws that
/// need it not applicable, and the report names the property.
public struct ConformanceServer: Sendable {
  /// Answers the provider's requests, in this process or elsewhere. The suite adds its own recorder and faults in front
  /// of it.
  public var transport: any HTTPTransport
  /// The provider's block of the configuration for this server.
  public var configuration: JSONObject
  /// The right answer to a prompt. nil leaves it to the suite, which takes the request's method or the first one, the
  /// first account and the request's identifier, and polls.
  public var answer: @Sendable (Prompt, PromptContext) async throws -> FlowAnswer?
  /// A well-formed answer that the server refuses, once; nil if a prompt has no such answer.
  public var refusedAnswer: (@Sendable (Prompt, PromptContext) async throws -> FlowAnswer?)?
  /// An answer that is malformed at this vendor alone, and that the provider can refuse before it sends it; nil if a
  /// prompt has no such answer. The suite tries it after `usualMalformedAnswer`.
  public var malformedAnswer: @Sendable (Prompt) -> FlowAnswer?
  /// The token provider, for a provider that needs one.
  public var tokenProvider: (any TokenProvider)?
  /// Ends a session at the server: from now on the server refuses, with authority, to renew it.
  public var refuseSession: (@Sendable (Session) async throws -> Void)?
  /// Whether the server considers a session ended.
  public var isRevoked: (@Sendable (Session) async throws -> Bool)?
  /// A request that the server answers with 2xx when it carries a session's credential, and with 401 otherwise.
  public var protectedRequest: TransportRequest?
  /// The server's secrets: shared secrets, keys, generated values. The suite adds the tokens of stored sessions and the
  /// codes that were answered.
  public var secrets: @Sendable () async throws -> [String]

  /// A server.
  ///
  /// - Parameters:
  ///   - transport: carries the provider's requests to the server.
  ///   - configuration: the provider's block for it.
  ///   - answer: the right answer to a prompt; nil where the request already contains it.
  public init(
    _ transport: any HTTPTransport, configuration: JSONObject,
    answer: @escaping @Sendable (Prompt, PromptContext) async throws -> FlowAnswer?
  ) {
    self.transport = transport
    self.configuration = configuration
    self.answer = answer
    malformedAnswer = { _ in nil }
    secrets = { [] }
  }

  /// Every malformed answer to a prompt.
  func malformedAnswers(to prompt: Prompt) -> [FlowAnswer] {
    [Self.usualMalformedAnswer(prompt), malformedAnswer(prompt)].compactMap { $0 }
  }

  /// Answers that are malformed at every vendor: letters and a space for a code, a text without `@` for an address, a
  /// callback to an address of no flow.
  public static func usualMalformedAnswer(_ prompt: Prompt) -> FlowAnswer? {
    switch prompt {
    case .enterCode, .setupTOTP, .enterTOTP: .code(Secret("no code!"))
    case .enterEmail: .email("no address")
    case .enterPhone: .phone("no number")
    case .input(let fields): fields.contains { !$0.isOptional } ? .fields([:]) : nil
    case .redirect(let page):
      URL(string: (page.callbackScheme ?? "https") + "://elsewhere.example/stray?code=a-callback-of-no-flow-at-all")
        .map { .callback($0) }
    // The form of a signature is the vendor's.
    case .selectMethod, .selectAccount, .awaitApproval, .sign, .unknown: nil
    }
  }
}
