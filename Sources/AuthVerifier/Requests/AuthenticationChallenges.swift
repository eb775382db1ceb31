import AuthCrypto

/// The values of `WWW-Authenticate` (RFC 9110 §11.6.1): one for each scheme that the backend accepts.
struct AuthenticationChallenges: Sendable {
  /// The protection space, shown to users by some clients; nil for none.
  let realm: String?
  /// Whether the backend accepts bearer tokens.
  let acceptsBearer: Bool
  /// The algorithms of accepted proofs of possession; empty if the backend accepts none.
  let proofAlgorithms: [JWSAlgorithm]

  /// Returns the values for a refusal (RFC 6750 §3). A response other than 400, 401 and 403 has none.
  func values(for reason: RequestRefusal.Reason, code: String, status: Int) -> [String] {
    guard [400, 401, 403].contains(status) else { return [] }
    var parameters: [(String, String)] = []
    if let realm { parameters.append(("realm", realm)) }
    if reason != .noCredential { parameters.append(("error", code)) }
    switch reason {
    case .insufficientScope(let scopes): parameters.append(("scope", scopes.joined(separator: " ")))
    case .insufficientAuthentication(let contexts, let age):
      if !contexts.isEmpty { parameters.append(("acr_values", contexts.joined(separator: " "))) }
      if let age { parameters.append(("max_age", String(age))) }
    default: break
    }
    var values: [String] = []
    var isProof = false
    if case .proof = reason { isProof = true }
    // If a client's proof is wrong, the same token as a bearer token would not help, because the token is bound.
    if acceptsBearer, !isProof { values.append(Self.value("Bearer", parameters)) }
    if !proofAlgorithms.isEmpty {
      let names = proofAlgorithms.map(\.rawValue).sorted().joined(separator: " ")
      values.append(Self.value("DPoP", parameters + [("algs", names)]))
    }
    return values
  }

  private static func value(_ scheme: String, _ parameters: [(String, String)]) -> String {
    guard !parameters.isEmpty else { return scheme }
    return scheme + " " + parameters.map { "\($0.0)=\"\(quoted($0.1))\"" }.joined(separator: ", ")
  }

  /// Returns the content of a quoted string (RFC 9110 §5.6.4). Other characters than printable ASCII are left out.
  private static func quoted(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars where (0x20...0x7E).contains(scalar.value) {
      if scalar == "\"" || scalar == "\\" { result.unicodeScalars.append("\\") }
      result.unicodeScalars.append(scalar)
    }
    return result
  }
}
