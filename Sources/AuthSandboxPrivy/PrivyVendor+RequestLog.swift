import AuthCore
package import AuthSandboxKit

extension PrivyVendor {
  /// The tokens, the app's secret and the signatures of a request, for the request log.
  package func credentials(of request: SandboxRequest, world: SandboxWorld) -> [SandboxCredential] {
    var credentials = request.presentedTokens.map { token in
      token.credential(verdict(of: token, request, world))
    }
    if let basic = request.basicCredentials {
      credentials.append(
        SandboxCredential(
          name: "App secret", content: ["appId": .string(basic.name)],
          verdict: verdict { () throws(PrivyFailure) in try app.checkSecret(request) }))
    }
    if let token = request.jsonObject?["refresh_token"]?.stringValue {
      credentials.append(
        SandboxCredential(name: "refresh_token", token: token, verdict: refreshVerdict(token, world)))
    }
    if let header = request.headers["privy-authorization-signature"] {
      let count = Int64(header.split(separator: ",").count)
      credentials.append(
        SandboxCredential(
          name: "privy-authorization-signature", content: ["signatures": .integer(count)],
          verdict: signatureVerdict(request, world)))
    }
    return credentials
  }

  private func verdict(
    of token: PresentedToken, _ request: SandboxRequest, _ world: SandboxWorld
  ) -> SandboxCredential.Verdict {
    let own =
      tokens.claims(of: token.text, audience: app.id)
      ?? tokens.claims(of: token.text, audience: PrivyTokenSigner.vendorAudience)
      ?? tokens.claims(of: token.text, audience: tokens.factorAudience)
    if let own {
      guard own.expiry > world.unixTime else { return .refused("expired") }
      return sessions.live(own.session) == nil ? .refused("the session has ended") : .verified
    }
    guard case .body = token.place else { return .refused("not a token of this app") }
    return verdict { () throws(PrivyFailure) in
      _ = try registration.customUserID(of: token.text, fetched: request.keySet, world: world)
    }
  }

  private func refreshVerdict(_ token: String, _ world: SandboxWorld) -> SandboxCredential.Verdict {
    // The check ends the session of a token that was used before, so it works on a copy.
    var copy = sessions
    let grace = world.seconds(name, "refreshReuseGraceSeconds", default: 10)
    switch copy.examine(token, at: world.unixTime, grace: grace) {
    case .live, .repeated: return .verified
    case .refused(let reason): return .refused(reason)
    case .reused: return .refused("used before, so the session ends")
    case .revoked: return .refused("the session was revoked")
    }
  }

  private func signatureVerdict(_ request: SandboxRequest, _ world: SandboxWorld) -> SandboxCredential.Verdict {
    let id = request.route.split(separator: "/").drop { $0 != "wallets" }.dropFirst().first.map(String.init)
    guard let wallet = id.flatMap({ wallets.wallet($0) }) else { return .unchecked }
    return verdict { () throws(PrivyFailure) in
      try authorize(request, for: wallet, byOwnerAlone: !request.route.hasSuffix("/rpc"), world)
    }
  }

  private func verdict(_ check: () throws(PrivyFailure) -> Void) -> SandboxCredential.Verdict {
    do throws(PrivyFailure) {
      try check()
      return .verified
    } catch {
      return .refused(error.note ?? error.message)
    }
  }
}
