/// A request to a token provider for one token.
public struct TokenRequest: Sendable {
  /// The kinds of token that providers request.
  public enum Purpose: Sendable, Hashable {
    /// The app's own JWT for its user (Privy-style custom authentication).
    case appIdentity
    /// A token from the app's backend for one action (Authsignal-style).
    case action(name: String, scopes: [String])
    /// A token that starts a flow of the given purpose (Hawcx-style step-up).
    case startToken(purpose: String)
    /// The token of a solved captcha.
    case captcha
  }

  /// The kind of token that is requested.
  public var purpose: Purpose
  /// The identifier of the flow's user, if known.
  public var identifier: String?
  /// The signed-in user's session that the token is for; nil if the token is for no session.
  public var session: Session?
  /// The provider instance that requests the token.
  public var providerID: ProviderID
  /// The earlier token of the source that the server has just refused; nil in a first request. A source that has no
  /// other token throws `TokenProviderUnavailable`; see `taking(_:from:)`.
  public var rejected: Secret?

  /// Creates a request; by default the first one, for no known user and no session.
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

  /// Returns the value that a source must return if it has `token`: the token itself, or nil for a blank token, which
  /// means that no user is signed in at the source.
  ///
  /// - Parameters:
  ///   - token: the token that the source has.
  ///   - source: the source's name for a message ("the file /run/jwt"), without secrets.
  /// - Throws: `TokenProviderUnavailable` if `token` equals `rejected`. The source may get another token later, so this
  ///   does not mean that its user has signed out: the session is kept, and a chain uses the next source.
  public func taking(_ token: Secret, from source: String) throws -> Secret? {
    guard !token.revealText().trimmingBlanks.isEmpty else { return nil }
    guard token != rejected else { throw TokenProviderUnavailable("\(source) has only the token that was refused") }
    return token
  }
}
