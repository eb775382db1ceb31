public import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The vendor's server in a conformance suite: its transport, the user's answers, and switches for tests.
///
/// Only the transport, the configuration and the right answers are required. If another property is nil, the laws that
/// need it do not apply, and the report names the property.
public struct ConformanceServer: Sendable {
  /// The transport that responds to the provider's requests, in this process or elsewhere. The suite puts its own
  /// recorder and faults in front of it.
  public var transport: any HTTPTransport
  /// The provider's block of the configuration for this server.
  public var configuration: JSONObject
  /// Returns the right answer to a prompt. If it returns nil, the suite answers: with the request's method or the first
  /// one, with the first account, with the request's identifier, or with a poll.
  public var answer: @Sendable (Prompt, PromptContext) async throws -> FlowAnswer?
  /// Returns a well-formed answer that the server refuses; nil if a prompt has no such answer.
  public var refusedAnswer: (@Sendable (Prompt, PromptContext) async throws -> FlowAnswer?)?
  /// Returns an answer that is malformed only at this vendor, and that the provider can refuse without sending it; nil
  /// if a prompt has no such answer. The suite tries it after `usualMalformedAnswer`.
  public var malformedAnswer: @Sendable (Prompt) -> FlowAnswer?
  /// The token provider, for a provider that needs one.
  public var tokenProvider: (any TokenProvider)?
  /// Ends a session at the server: from then on the server responds to a renewal of the session with the vendor's own
  /// refusal.
  public var refuseSession: (@Sendable (Session) async throws -> Void)?
  /// Returns whether a session has ended at the server.
  public var isRevoked: (@Sendable (Session) async throws -> Bool)?
  /// A request that the server answers with 2xx when it carries a session's credential, and with 401 otherwise.
  public var protectedRequest: TransportRequest?
  /// Returns every secret that the server has issued or holds, including used and expired ones: one-time codes, handles
  /// of sign-ins, grants, tokens, passwords, shared secrets and keys. The server must never remove an entry. The suite
  /// adds the tokens of stored sessions and the secrets in the answers. If it is nil, the laws about secrets search for
  /// only those, and the report has a note.
  public var secrets: (@Sendable () async throws -> [String])?

  /// Creates a server with the required parts.
  ///
  /// - Parameters:
  ///   - transport: carries the provider's requests to the server.
  ///   - configuration: the provider's block of the configuration for this server.
  ///   - answer: returns the right answer to a prompt; nil if the suite is to answer.
  public init(
    _ transport: any HTTPTransport, configuration: JSONObject,
    answer: @escaping @Sendable (Prompt, PromptContext) async throws -> FlowAnswer?
  ) {
    self.transport = transport
    self.configuration = configuration
    self.answer = answer
    malformedAnswer = { _ in nil }
  }

  /// Returns every malformed answer to a prompt.
  func malformedAnswers(to prompt: Prompt) -> [FlowAnswer] {
    [Self.usualMalformedAnswer(prompt), malformedAnswer(prompt)].compactMap { $0 }
  }

  /// Returns an answer that is malformed at every vendor: a string with a space for a code, a string without `@` for an
  /// email address, letters for a phone number, no values for required fields, a callback to a URL that no flow uses.
  /// Returns nil for a prompt without such an answer.
  public static func usualMalformedAnswer(_ prompt: Prompt) -> FlowAnswer? {
    switch prompt {
    case .enterCode, .setupTOTP, .enterTOTP: .code(Secret("no code!"))
    case .enterEmail: .email("no address")
    case .enterPhone: .phone("no number")
    case .input(let fields): fields.contains { !$0.isOptional } ? .fields([:]) : nil
    case .redirect(let page):
      URL(string: (page.callbackScheme ?? "https") + "://elsewhere.example/stray?code=a-callback-of-no-flow-at-all")
        .map { .callback($0) }
    // Each vendor defines the form of a signature; a selection or a poll has no form.
    case .selectMethod, .selectAccount, .awaitApproval, .sign, .unknown: nil
    }
  }
}
