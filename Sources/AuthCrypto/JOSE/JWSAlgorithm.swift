/// A signature algorithm of JOSE (RFC 7518 §3.1, RFC 8037 §3.1). The algorithm `none` is not supported.
public enum JWSAlgorithm: String, Sendable, Hashable, CaseIterable {
  /// HMAC with SHA-256.
  case hs256 = "HS256"
  /// HMAC with SHA-384.
  case hs384 = "HS384"
  /// HMAC with SHA-512.
  case hs512 = "HS512"
  /// RSASSA-PKCS1-v1_5 with SHA-256.
  case rs256 = "RS256"
  /// RSASSA-PKCS1-v1_5 with SHA-384.
  case rs384 = "RS384"
  /// RSASSA-PKCS1-v1_5 with SHA-512.
  case rs512 = "RS512"
  /// RSASSA-PSS with SHA-256.
  case ps256 = "PS256"
  /// RSASSA-PSS with SHA-384.
  case ps384 = "PS384"
  /// RSASSA-PSS with SHA-512.
  case ps512 = "PS512"
  /// ECDSA over P-256 with SHA-256.
  case es256 = "ES256"
  /// ECDSA over P-384 with SHA-384.
  case es384 = "ES384"
  /// ECDSA over P-521 with SHA-512.
  case es512 = "ES512"
  /// EdDSA with Ed25519.
  case edDSA = "EdDSA"

  /// Whether the algorithm uses a symmetric key, with which the verifier could also sign.
  public var isSymmetric: Bool { minimumKeyByteCount != nil }

  /// The minimum length of an HMAC key in bytes, which is the length of the hash (RFC 7518 §3.2); nil for the other
  /// algorithms.
  var minimumKeyByteCount: Int? {
    switch self {
    case .hs256: 32
    case .hs384: 48
    case .hs512: 64
    default: nil
    }
  }

  /// The RSA scheme of the algorithm; nil for algorithms without RSA.
  var rsaScheme: RSA.Signing.Scheme? {
    switch self {
    case .rs256: .pkcs1v15SHA256
    case .rs384: .pkcs1v15SHA384
    case .rs512: .pkcs1v15SHA512
    case .ps256: .pssSHA256
    case .ps384: .pssSHA384
    case .ps512: .pssSHA512
    default: nil
    }
  }
}
