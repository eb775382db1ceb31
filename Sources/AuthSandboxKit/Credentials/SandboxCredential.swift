public import AuthCore

/// A credential that a request presented, as the sandbox's request log shows it: its content, and whether it was valid
/// at the time of the request.
public struct SandboxCredential: Sendable {
  /// Whether a credential was valid.
  public enum Verdict: Sendable, Hashable {
    /// The credential was valid.
    case verified
    /// The credential was refused, for this reason.
    case refused(String)
    /// The credential was not checked, because the vendor's servers do not check it or another server issued it.
    case unchecked
  }

  /// What the credential is: `Access token`, `X-Stamp`.
  public let name: String
  /// The decoded content, such as a token's header and payload.
  public let content: JSONValue
  /// Whether the credential was valid.
  public let verdict: Verdict

  /// Creates a credential from its decoded content. Leave out what someone could use to present the credential again,
  /// such as the signature of a token; a signature over the body can stay, because the log does not have the body.
  public init(name: String, content: JSONValue, verdict: Verdict) {
    self.name = name
    self.content = content
    self.verdict = verdict
  }

  /// Creates a credential from a token. Of a JWT, the header and the payload are kept, and of any other token the first
  /// characters and the length.
  public init(name: String, token: String, verdict: Verdict) {
    let content = TokenContent.decode(token).map { .object($0) } ?? TokenContent.opaque(token)
    self.init(name: name, content: content, verdict: verdict)
  }
}
