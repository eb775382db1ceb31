import AuthCore
import AuthCrypto
package import AuthSandboxKit

extension TurnkeyVendor {
  /// The stamps and tokens of a request, for the request log.
  package func credentials(of request: SandboxRequest, world: SandboxWorld) -> [SandboxCredential] {
    let stamps = ["X-Stamp", "X-Stamp-WebAuthn", "X-Stamp-Attested"].compactMap { name in
      request.headers[name].map {
        SandboxCredential(name: name, content: Self.content(ofStamp: $0), verdict: stampVerdict(request, world))
      }
    }
    let session = stamps.isEmpty ? request.headers["X-Session"] : nil
    let sessions = session.map {
      [SandboxCredential(name: "X-Session", token: $0, verdict: stampVerdict(request, world))]
    }
    return stamps + (sessions ?? []) + request.presentedTokens.map { $0.credential(tokenVerdict($0.text, world)) }
  }

  private func stampVerdict(_ request: SandboxRequest, _ world: SandboxWorld) -> SandboxCredential.Verdict {
    guard request.mount == "/turnkey" else { return .unchecked }
    do throws(TurnkeyFailure) {
      let (_, organization) = try body(of: request)
      _ = try authenticate(request, organization: organization, looksDown: true, isQuery: true, world: world)
      return .verified
    } catch {
      return .refused(error.message)
    }
  }

  private func tokenVerdict(_ token: String, _ world: SandboxWorld) -> SandboxCredential.Verdict {
    if let claims = enclaves.sessionClaims(of: token) {
      guard let expiry = claims["exp"]?.integerValue, expiry > world.unixTime else { return .refused("expired") }
      let isLive = claims["public_key"]?.stringValue.map { !directory.holders(of: $0).isEmpty } ?? false
      return isLive ? .verified : .refused("the session's key was removed")
    }
    do throws(TurnkeyFailure) {
      _ = try verification(token, world)
      return .verified
    } catch {
      if error.message == TurnkeyFailure.expiredVerificationToken.message { return .refused(error.message) }
    }
    do throws(TurnkeyFailure) {
      _ = try identity(of: token, boundTo: nil, world)
      return .verified
    } catch {
      return .refused("expired, or signed neither by this server nor by the app's identity system")
    }
  }

  /// The members of a stamp, with what they encode in place of the encoded texts. The signature covers the body, which
  /// the log does not have.
  private static func content(ofStamp header: String) -> JSONValue {
    guard let stamp = object(header) else { return ["malformed": true] }
    var content = JSONObject()
    for member in stamp.members {
      switch (member.name, member.value.stringValue) {
      case ("clientDataJson", let text?):
        content[member.name] = Base64URL.decode(text).flatMap { object($0) }.map { .object($0) }
      case ("publicKeyAttestation", let text?):
        content[member.name] = SandboxCredential(name: "", token: text, verdict: .unchecked).content
      default: content[member.name] = member.value
      }
    }
    return .object(content)
  }

  private static func object(_ header: String) -> JSONObject? {
    object(header.hasPrefix("{") ? Array(header.utf8) : Base64URL.decode(header) ?? [])
  }

  private static func object(_ bytes: [UInt8]) -> JSONObject? {
    JSONValue(untrusted: bytes)?.objectValue
  }
}
