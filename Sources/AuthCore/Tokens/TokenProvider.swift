/// Where tokens come from that this package does not make: the app's own identity system, the app's backend.
public protocol TokenProvider: Sendable {
  /// The current token for `request`, or nil when nobody is signed in there.
  ///
  /// - Throws: `TokenProviderUnavailable` when it cannot be asked at all: a chain then asks the next. Any other error
  ///   means that it was asked and failed.
  func token(for request: TokenRequest) async throws -> Secret?
  /// Whether there is anything to ask at all, now or later; true unless it says otherwise.
  var hasSource: Bool { get }
}

extension TokenProvider {
  /// There is.
  public var hasSource: Bool { true }
}

/// What a token is wanted for.
public struct TokenRequest: Sendable {
  /// The kinds of token that providers ask for.
  public enum Purpose: Sendable, Hashable {
    /// The app's own JWT for its user (Privy-style custom authentication).
    case appIdentity
    /// A token of the app's backend for one action (Authsignal-style).
    case action(name: String, scopes: [String])
    /// A token that a flow starts from (Hawcx-style step-up).
    case startToken(purpose: String)
    /// The answer to a captcha.
    case captcha
  }

  /// What for.
  public var purpose: Purpose
  /// Who the flow is about, where that is known.
  public var identifier: String?
  /// The session that it is for, where there is one.
  public var session: Session?
  /// The provider instance that asks.
  public var providerID: ProviderID
  /// The token that was just refused: do not give it again.
  public var rejected: Secret?

  /// A request.
  public init(
    _ purpose: Purpose, providerID: ProviderID, identifier: String? = nil, session: Session? = nil,
    rejected: Secret? = nil
  ) {
    self.purpose = purpose
    self.providerID = providerID
    self.identifier = identifier
    self.session = session
    self.rejected = rejected
  }
}

/// A source that cannot be asked at all right now, as opposed to one that was asked and failed.
public struct TokenProviderUnavailable: Error, Sendable {
  /// Why, without secrets.
  public let reason: String
  /// Why, without secrets.
  public init(_ reason: String) { self.reason = reason }
}

/// A closure as a token provider.
public struct ClosureTokenProvider: TokenProvider {
  private let body: @Sendable (TokenRequest) async throws -> Secret?
  /// Calls `body` for every token.
  public init(_ body: @escaping @Sendable (TokenRequest) async throws -> Secret?) { self.body = body }
  /// What the closure gives.
  public func token(for request: TokenRequest) async throws -> Secret? { try await body(request) }
}

/// Several sources in their order: goes on where one is *unavailable*, stops where one *failed* or answered.
public struct TokenProviderChain: TokenProvider {
  private let providers: [any TokenProvider]
  /// Asks `providers` in this order.
  public init(_ providers: [any TokenProvider]) { self.providers = providers }

  /// Whether one of them has a source; an empty chain has none.
  public var hasSource: Bool { providers.contains { $0.hasSource } }

  /// The first answer.
  ///
  /// - Throws: what the first failing source threw; `TokenProviderUnavailable` with every reason when none could be
  ///   asked.
  public func token(for request: TokenRequest) async throws -> Secret? {
    var reasons: [String] = []
    for provider in providers {
      do {
        return try await provider.token(for: request)
      } catch let unavailable as TokenProviderUnavailable {
        reasons.append(unavailable.reason)
      }
    }
    throw TokenProviderUnavailable(
      reasons.isEmpty ? "no token provider is configured" : reasons.joined(separator: "; "))
  }
}
