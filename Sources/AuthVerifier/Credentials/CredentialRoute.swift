/// A feature by which a credential is recognised before it is verified.
public enum CredentialRoute: Sendable, Hashable {
  /// A JWT with this `iss`, byte for byte, and this value in `aud`; nil for any audience.
  case issuer(String, audience: String?)
  /// A JWT without `iss` that has these claims.
  case claims([String])
  /// An opaque token that begins with this text.
  case prefix(String)
  /// Any other opaque token: one that is not a JWT.
  case opaque
  /// A credential of this scheme in `Authorization`, in lower case.
  case scheme(String)
  /// A credential in this header field, in lower case, of a request without `Authorization`. Verifiers of JWTs can
  /// share a field: their other routes then decide.
  case field(String)
}
