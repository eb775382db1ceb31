import AuthCore
package import AuthSandboxKit

extension OIDCVendor {
  /// The tokens, proofs and client credentials of a request, for the request log.
  package func credentials(of request: SandboxRequest, world: SandboxWorld) -> [SandboxCredential] {
    var credentials = request.presentedTokens.map { $0.credential(verdict(of: $0, request, world)) }
    credentials += clientSecret(request, world)
    for field in request.formFields ?? [] where field.name == "refresh_token" {
      credentials.append(
        SandboxCredential(name: field.name, token: field.value, verdict: refreshVerdict(field.value, world)))
    }
    return credentials
  }

  private func verdict(
    of token: PresentedToken, _ request: SandboxRequest, _ world: SandboxWorld
  ) -> SandboxCredential.Verdict {
    switch token.place {
    case .authorization:
      return verdict { vendor throws(OIDCFailure) in _ = try vendor.accessToken(of: request, world) }
    case .proof:
      let access = request.presentedTokens.first { $0.place == .authorization }?.text
      return verdict { vendor throws(OIDCFailure) in _ = try vendor.proof(request, token: access, world) }
    case .body("client_assertion"):
      return verdict { vendor throws(OIDCFailure) in
        _ = try vendor.authenticate(request, OIDCParameters(form: request), world)
      }
    case .body, .cookie:
      guard let claims = keys.claims(of: token.text) else { return .refused("not signed with this issuer's keys") }
      let isCurrent = claims["exp"]?.integerValue.map { $0 > world.unixTime } ?? true
      return isCurrent ? .verified : .refused("expired")
    }
  }

  private func clientSecret(_ request: SandboxRequest, _ world: SandboxWorld) -> [SandboxCredential] {
    do throws(OIDCFailure) {
      let parameters = try OIDCParameters(form: request)
      guard case .secret(let id, _, _) = try OIDCClientCredential(request, parameters) else { return [] }
      return [
        SandboxCredential(
          name: "Client secret", content: ["client_id": .string(id)],
          verdict: verdict { vendor throws(OIDCFailure) in _ = try vendor.authenticate(request, parameters, world) })
      ]
    } catch {
      return []
    }
  }

  private func refreshVerdict(_ token: String, _ world: SandboxWorld) -> SandboxCredential.Verdict {
    guard let known = tokens.token(token, .refresh, at: world.unixTime) else {
      return .refused("unknown, expired or revoked")
    }
    guard let spent = known.spentAt else { return .verified }
    return world.unixTime - spent < world.oidcPolicy.refreshReuseGraceSeconds
      ? .verified : .refused("used before, so the grant ends")
  }

  /// Runs a check on a copy, because a check uses up proofs and assertions.
  private func verdict(_ check: (inout OIDCVendor) throws(OIDCFailure) -> Void) -> SandboxCredential.Verdict {
    var copy = self
    do throws(OIDCFailure) {
      try check(&copy)
      return .verified
    } catch {
      return .refused(error.description)
    }
  }
}
