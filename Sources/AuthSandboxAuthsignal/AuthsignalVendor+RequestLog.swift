import AuthCore
package import AuthSandboxKit

extension AuthsignalVendor {
  /// The tokens, the tenant's credentials and the device's signature of a request, for the request log.
  package func credentials(of request: SandboxRequest, world: SandboxWorld) -> [SandboxCredential] {
    var credentials = request.presentedTokens.map { $0.credential(verdict(of: $0.text, world)) }
    if let basic = request.headers["Authorization"], basic.lowercased().hasPrefix("basic ") {
      credentials.append(basicCredential(request))
    }
    if let signature = deviceSignature(request, world) { credentials.append(signature) }
    return credentials
  }

  private func verdict(of token: String, _ world: SandboxWorld) -> SandboxCredential.Verdict {
    if let claims = signer?.claims(of: token) {
      guard records.sessions[claims.sessionID] != nil else { return .refused("the session was revoked") }
      return world.unixTime < claims.expires ? .verified : .refused("expired")
    }
    guard let known = AuthsignalClientToken(token, signedBy: tenant) else {
      return .refused("not signed by this tenant")
    }
    guard records.actions[known.key] != nil else { return .refused("the action no longer exists") }
    return world.unixTime < known.expires ? .verified : .refused("expired")
  }

  private func basicCredential(_ request: SandboxRequest) -> SandboxCredential {
    if tenant.isNamed(by: request) {
      return SandboxCredential(name: "Tenant", content: ["tenantId": .string(tenant.id)], verdict: .verified)
    }
    return SandboxCredential(
      name: "Secret key", content: ["scheme": "Basic"],
      verdict: tenant.isAuthorized(request) ? .verified : .refused("not the tenant's secret key"))
  }

  /// The signature of a device's key. It covers a challenge's id, a message that the server issued, or the time (A40 to
  /// A48).
  private func deviceSignature(_ request: SandboxRequest, _ world: SandboxWorld) -> SandboxCredential? {
    let field = request.headers["X-Authsignal-Signature"]
    guard let signature = request.text("signature") ?? field,
      let method = (request.pathSegments ?? []).lazy.compactMap({ AuthsignalMethod(segment: $0) }).first(where: {
        $0.isDeviceKey
      })
    else { return nil }
    let publicKey = request.text("publicKey") ?? AuthsignalDevice.key(query: request.queryValue("publicKey"))
    var content: JSONObject = ["method": .string(method.rawValue)]
    content["publicKey"] = publicKey.map { .string($0) }
    content["challengeId"] = request.text("challengeId").map { .string($0) }
    content["signature"] = .string(signature)
    let verdict: SandboxCredential.Verdict
    do throws(AuthsignalRefusal) {
      let device = try owned(method, publicKey, world).device
      verdict =
        isSigned(request, device, signature, isField: request.text("signature") == nil, world)
        ? .verified : .refused("this key did not sign the expected text, or the text is unknown or was used")
    } catch {
      verdict = .refused(error.message)
    }
    return SandboxCredential(name: "Device signature", content: .object(content), verdict: verdict)
  }

  private func isSigned(
    _ request: SandboxRequest, _ device: AuthsignalDevice, _ signature: String, isField: Bool, _ world: SandboxWorld
  ) -> Bool {
    if request.route.hasSuffix("/remove") { return device.signedBucket(signature, at: world.now) }
    if isField || request.method == "PATCH" {
      let purpose: AuthsignalDeviceMessage.Key.Purpose = isField ? .pickUp : .update
      let message = records.messages[AuthsignalDeviceMessage.Key(purpose: purpose, publicKey: device.publicKey)]
      return message.map { world.now < $0.expires && device.signed($0.text, signature) } ?? false
    }
    let challenge = request.text("challengeId").flatMap { records.deviceChallenges[$0] }
    return challenge.map { device.signed($0.id, signature) } ?? false
  }
}
