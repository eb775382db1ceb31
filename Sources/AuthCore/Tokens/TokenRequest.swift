/// A request for a token, with its purpose.
public struct TokenRequest: Sendable {
  /// The kinds of token that providers request.
  public enum Purpose: Sendable, Hashable {
    /// The app's own JWT for its user (Privy-style custom authentication).
    case appIdentity
    /// A token from the app's backend for one action (Authsignal-style).
    case action(name: String, scopes: [String])
    /// A token that a flow starts from (Hawcx-style step-up).
    case startToken(purpose: String)
    /// The token of a solved captcha.
    case captcha
  }

  /// The kind of token.
  public var purpose: Purpose
  /// The identifier of the flow's user, if known.
  public var identifier: String?
  /// The session that the token is for, if there is one.
  public var session: Session?
  /// The provider instance that requests the token.
  public var providerID: ProviderID
  /// The token that was just refused. A source without another token throws `TokenProviderUnavailable`; see
  /// `taking(_:from:)`.
  public var rejected: Secret?

  /// Creates a request.
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

  /// Returns the result for a source that has `token`: the token itself, or nil for a blank one, which means that no
  /// user is signed in at the source.
  ///
  /// - Parameters:
  ///   - token: the token that the source has.
  ///   - source: the source's name for a message ("the file /run/jwt"), without secrets.
  /// - Throws: `TokenProviderUnavailable` for the token that was refused. A source that has no other token *yet* does
  ///   not mean that its user has signed out: the session stays, and a chain uses the next source.
  public func taking(_ token: Secret, from source: String) throws -> Secret? {
    guard !token.revealText().trimmingBlanks.isEmpty else { return nil }
    guard token != rejected else { throw TokenProviderUnavailable("\(source) has only the token that was refused") }
    return token
  }
}
