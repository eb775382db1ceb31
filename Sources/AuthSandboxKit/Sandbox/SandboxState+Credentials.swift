import AuthCore

extension SandboxState {
  /// Returns the credentials of a request, for the log, with the state before the request is handled.
  func credentials(of request: SandboxRequest) -> [SandboxCredential] {
    guard let path = request.decodedPath else { return [] }
    switch owner(of: path) {
    case .vendor(let index, let mount):
      return vendors[index].credentials(of: request.mounted(at: mount, path: path), world: world)
    case .backend(let mount): return backendCredentials(of: request.mounted(at: mount, path: path))
    case .identitySystem, .associations, .nothing: return request.presentedTokens.map { $0.credential(.unchecked) }
    case .control, .page: return []
    }
  }

  /// Returns the credentials of a request to the app's backend: its own token, or those of the vendor that accepts one.
  private func backendCredentials(of request: SandboxRequest) -> [SandboxCredential] {
    if let token = request.bearerToken, let who = world.backend.identify(token, now: world.now) {
      return [SandboxCredential(name: "App token", content: .object(who), verdict: .verified)]
    }
    let known = vendors.lazy.map { $0.credentials(of: request, world: world) }
    if let accepted = known.first(where: { $0.contains { $0.verdict == .verified } }) { return accepted }
    return request.presentedTokens.map { token in
      token.credential(
        token.place == .authorization
          ? .refused("unknown, expired or revoked, both at the app's backend and at every vendor") : .unchecked)
    }
  }
}
