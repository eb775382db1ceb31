import AuthCore

extension SandboxState {
  /// Returns the refusal of a request that its route accepts only from programs and from the sandbox's own pages; nil
  /// for any other request. The vendors' routes follow the vendors' own rules: see `CrossOriginAccess`.
  func gateRefusal(of request: SandboxRequest) -> SandboxResponse? {
    guard let path = request.decodedPath else { return nil }
    switch owner(of: path) {
    case .control: break
    // Everyone may read the identity system's keys and metadata.
    case .identitySystem: guard request.method == "POST" else { return nil }
    case .vendor, .backend, .associations, .page, .nothing: return nil
    }
    let pageGuard = pageGuard
    return LoopbackGate(origins: world.pageOrigins) { pageGuard.admits(token: $0) }.refusal(of: request)
  }
}
