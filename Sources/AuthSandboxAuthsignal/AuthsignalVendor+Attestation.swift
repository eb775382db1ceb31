import AuthCore
import AuthCrypto
import AuthSandboxKit

extension AuthsignalVendor {
  /// Checks the attestation of the app that the tenant may require before it accepts a key (A39). The policies are
  /// `requireAppAttestation` and `appAttestationFailureMode` (`BLOCK` or `ALLOW_WITH_WARNING`, which refuses nothing).
  /// An attestation that is sent although it is not required is also checked.
  ///
  /// DESIGN A104: the sandbox has neither Apple's nor Google's keys. It accepts an attestation that has the documented
  /// members and, in its token, the SHA-256 digest of the nonce that was issued for this client token. A nonce works
  /// once.
  mutating func checkAttestation(
    _ request: SandboxRequest, token: AuthsignalClientToken, world: SandboxWorld
  ) throws(AuthsignalRefusal) {
    let policy = world.policy(name)
    let sent = request.jsonObject?["performAttestation"]
    let isRequired = policy["requireAppAttestation"]?.boolValue == true
    guard isRequired || sent != nil else { return }
    let nonce = records.nonces.removeValue(forKey: token.id)
    guard !Self.attests(sent, nonce), policy["appAttestationFailureMode"]?.stringValue != "ALLOW_WITH_WARNING" else {
      return
    }
    throw .notAttested
  }

  private static func attests(_ sent: JSONValue?, _ nonce: String?) -> Bool {
    guard let nonce, let token = sent?["token"]?.stringValue.flatMap({ AuthsignalBase64.decode($0) }) else {
      return false
    }
    switch sent?["provider"] {
    case "APP_ATTEST": guard sent?["keyId"]?.stringValue?.isEmpty == false else { return false }
    case "PLAY_INTEGRITY": break
    default: return false
    }
    let digest = Array(SHA256.hash(data: Array(nonce.utf8)))
    return token.count >= digest.count
      && (0...(token.count - digest.count)).contains { token[$0..<($0 + digest.count)].elementsEqual(digest) }
  }
}
