import AuthCore
import AuthCrypto
package import AuthSandboxKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension HawcxVendor {
  /// The tokens, assertions and device proofs of a request, for the request log.
  package func credentials(of request: SandboxRequest, world: SandboxWorld) -> [SandboxCredential] {
    var credentials = request.presentedTokens.map { $0.credential(verdict(of: $0, request, world)) }
    if let proof = deviceProof(request, world) { credentials.append(proof) }
    return credentials
  }

  private func verdict(
    of token: PresentedToken, _ request: SandboxRequest, _ world: SandboxWorld
  ) -> SandboxCredential.Verdict {
    let issuer = world.baseURL + "/hawcx"
    switch token.place {
    case .authorization:
      return assertionVerdict(
        token.text, audience: issuer + request.route, bodyDigest: Base64URL.encode(SHA256.hash(data: request.body)),
        world)
    case .body("client_assertion"):
      return assertionVerdict(token.text, audience: project.tokenEndpoint(issuer), bodyDigest: nil, world)
    case .body: return projectVerdict(token.text, world)
    case .proof, .cookie: return .unchecked
    }
  }

  /// Whether an assertion of the confidential client is valid and new.
  private func assertionVerdict(
    _ assertion: String, audience: String, bodyDigest: String?, _ world: SandboxWorld
  ) -> SandboxCredential.Verdict {
    do throws(AuthError) {
      let verified = try project.verifyAssertion(assertion, audience: audience, now: world.now)
      if let bodyDigest, verified["body_sha256"]?.stringValue != bodyDigest {
        return .refused("body_sha256 is not the digest of this body")
      }
      let isKnown = assertions[verified["jti"]?.stringValue ?? ""].map { $0 > world.unixTime } ?? false
      return isKnown ? .refused("used before: the jti is known") : .verified
    } catch {
      return .refused(error.message)
    }
  }

  /// Whether the project signed a token, such as a start token or a receipt, and whether the token is still valid.
  private func projectVerdict(_ token: String, _ world: SandboxWorld) -> SandboxCredential.Verdict {
    do {
      let jws = try JWS(compact: token)
      try jws.verify(with: try JWKSet(json: project.keySet).key(jws.keyID, for: jws.algorithm).key)
      let expiry = try JSONValue(parsing: jws.payload)["exp"]?.integerValue ?? 0
      return expiry > world.unixTime ? .verified : .refused("expired")
    } catch {
      return .refused("not signed by this project")
    }
  }

  /// The device's signature in the action `submit_signature`.
  private func deviceProof(_ request: SandboxRequest, _ world: SandboxWorld) -> SandboxCredential? {
    guard request.route == "/v1/auth", let body = request.jsonObject,
      let action = HawcxAction(body["action"]), action.type == "submit_signature"
    else { return nil }
    var content: JSONObject = ["algorithm": .string(HawcxDevice.algorithm)]
    for name in ["keyId", "mapp", "signature"] { content[name] = action.value(name) }
    let verdict: SandboxCredential.Verdict
    if case .deviceChallenge(let challenge)? = body["session"]?.stringValue.flatMap({ flows[$0] })?.step {
      let failure = proofFailure(challenge, action, world)
      verdict = failure.map { .refused($0.code) } ?? .verified
    } else {
      verdict = .refused("the flow does not wait for a device's proof")
    }
    return SandboxCredential(name: "Device proof", content: .object(content), verdict: verdict)
  }
}
