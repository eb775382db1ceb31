import AuthCore

/// Finds the verifier of a credential in constant time, however many are configured.
struct CredentialRouter: Sendable {
  private struct Audience: Sendable {
    /// Nil for any.
    let name: String?
    let verifier: Int
  }

  private var issuers: [String: [Audience]] = [:]
  private var claims: [(names: [String], verifier: Int)] = []
  private var prefixes: [(text: String, verifier: Int)] = []
  private var opaque: Int?
  private var schemes: [String: Int] = [:]
  /// The fields with credentials, in the order of the verifiers.
  private(set) var fields: [String] = []
  private var fieldOwners: [String: [Int]] = [:]

  /// Creates a router of verifiers, by their indices.
  ///
  /// - Throws: `invalid_configuration` if two verifiers have the same route.
  init(_ verifiers: [any CredentialVerifier]) throws(AuthError) {
    var owners: [CredentialRoute: (id: ProviderID, isShared: Bool)] = [:]
    for (index, verifier) in verifiers.enumerated() {
      for route in verifier.routes {
        // Tokens in one field are told apart by their issuers and audiences.
        let isShared = Self.isField(route) && verifier.routes.contains { !Self.isField($0) }
        if let owner = owners.updateValue((verifier.id, isShared), forKey: route), !(isShared && owner.isShared) {
          throw AuthError(
            .invalidConfiguration,
            "'\(owner.id)' and '\(verifier.id)' have the same kind of credential, so it is ambiguous which of them "
              + "checks it. Remove one of the two blocks from the backend's configuration.", provider: verifier.id)
        }
        add(route, index)
      }
    }
    // The longest prefix wins, and the JWT with the most claims.
    prefixes.sort { $0.text.utf8.count > $1.text.utf8.count }
    claims.sort { $0.names.count > $1.names.count }
  }

  private mutating func add(_ route: CredentialRoute, _ index: Int) {
    switch route {
    case .issuer(let name, let audience): issuers[name, default: []].append(Audience(name: audience, verifier: index))
    case .claims(let names): claims.append((names, index))
    case .prefix(let text): prefixes.append((text, index))
    case .opaque: opaque = index
    case .scheme(let name): schemes[name] = index
    case .field(let name):
      if !fields.contains(name) { fields.append(name) }
      fieldOwners[name, default: []].append(index)
    }
  }

  private static func isField(_ route: CredentialRoute) -> Bool { if case .field = route { true } else { false } }

  /// Returns the index of the verifier of a credential; nil if no verifier accepts it.
  func verifier(of credential: PresentedCredential) -> Int? {
    switch credential.place {
    case .scheme(let name): return schemes[name]
    case .field(let name):
      let owners = fieldOwners[name] ?? []
      return owners.count > 1 ? verifier(ofToken: credential).flatMap { owners.contains($0) ? $0 : nil } : owners.first
    case .bearer, .dpop: return verifier(ofToken: credential)
    }
  }

  private func verifier(ofToken credential: PresentedCredential) -> Int? {
    let prefix = credential.token.withBytes { bytes in prefixes.first { bytes.starts(with: $0.text.utf8) } }
    if let prefix { return prefix.verifier }
    guard let token = credential.jwt?.claims else { return opaque }
    guard let issuer = token["iss"] else {
      return claims.first { $0.names.allSatisfy { token[$0] != nil } }?.verifier
    }
    guard let named = issuer.stringValue.flatMap({ issuers[$0] }) else { return nil }
    return Self.verifier(named, audience: token["aud"])
  }

  /// The verifier of exactly the token's audience, or else the one of any audience.
  private static func verifier(_ candidates: [Audience], audience: JSONValue?) -> Int? {
    let names: [String] =
      switch audience {
      case .string(let name): [name]
      case .array(let values): values.compactMap(\.stringValue)
      default: []
      }
    let exact = candidates.filter { candidate in candidate.name.map(names.contains) ?? false }
    // A token for two of the backend's blocks is ambiguous: the audiences must not decide who the user is.
    if let first = exact.first { return exact.allSatisfy { $0.verifier == first.verifier } ? first.verifier : nil }
    return candidates.first { $0.name == nil }?.verifier
  }
}
