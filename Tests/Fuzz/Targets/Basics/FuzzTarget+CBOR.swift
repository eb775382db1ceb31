import AuthCore
import AuthCrypto
import FuzzTargets

@testable import AuthPasskey

extension FuzzTarget {
  /// A value has only one deterministic encoding. Authenticator data is encoded again as the same bytes.
  static let cbor = FuzzTarget(name: "cbor") { bytes in
    if let value = try? CBORValue(encoded: bytes) {
      require(value.encoded == bytes, "a value has a second deterministic encoding")
    }
    if let data = try? AuthenticatorData(encoded: bytes) {
      require(data.encoded == bytes, "authenticator data is encoded differently than it was read")
    }
    _ = try? AttestationObject(encoded: bytes)
    _ = try? COSEKey(encoded: bytes)
    _ = try? ClientData(parsing: bytes)
  }
}
