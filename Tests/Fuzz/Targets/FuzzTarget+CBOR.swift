import AuthCore
import AuthCrypto

@testable import AuthPasskey

extension FuzzTarget {
  /// A deterministic encoding is the only one of its value; what authenticators send is written as it was read.
  static let cbor = FuzzTarget(name: "cbor") { bytes in
    if let value = try? CBORValue(encoded: bytes) {
      require(value.encoded == bytes, "a deterministic encoding has a second form")
    }
    if let data = try? AuthenticatorData(encoded: bytes) {
      require(data.encoded == bytes, "authenticator data is written otherwise than it was read")
    }
    _ = try? AttestationObject(encoded: bytes)
    _ = try? CredentialPublicKey(encoded: bytes)
    _ = try? ClientData(parsing: bytes)
  }
}
