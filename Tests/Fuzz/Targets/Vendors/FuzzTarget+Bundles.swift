import AuthCore
import AuthCrypto
import FuzzTargets

@testable import AuthTurnkey
@testable import AuthTurnkeyAPI

extension FuzzTarget {
  private static let receiver = Secret(P256.KeyAgreement.PrivateKey().rawRepresentation)

  /// No bundle opens that the vendor's enclaves did not sign, or that was not encrypted to this key.
  static let bundles = FuzzTarget(name: "bundles") { bytes in
    let text = String(decoding: bytes, as: UTF8.self)
    let keys = TurnkeyKeys.production
    require(
      (try? EnclaveBundle.open(text, signer: keys.signer, setting: "signer")) == nil, "an unsigned bundle was opened")
    require((try? CredentialBundle.open(text, receiver: receiver)) == nil, "a bundle for another receiver was opened")
    if let decoded = Base58Check.decode(text) {
      require(Base58Check.encode(decoded) == text, "a value has a second Base58Check text")
    }
  }
}
