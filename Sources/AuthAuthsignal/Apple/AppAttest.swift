#if canImport(DeviceCheck) && canImport(CryptoKit)
  import AuthCore
  import AuthCrypto
  import DeviceCheck
  import Foundation

  /// Apple's App Attest, for `AppAttestation.platform`.
  ///
  /// Written from Apple's documentation and type-checked on Linux; never compiled against Apple's SDK.
  enum AppAttest {
    /// Makes a key and attests it. As in the vendor's SDK, the client data hash is the SHA-256 of the nonce's UTF-8
    /// bytes, and a device without App Attest makes no attestation (A39).
    static func attest(_ nonce: String) async throws -> AppAttestation? {
      let service = DCAppAttestService.shared
      guard service.isSupported else { return nil }
      let key = try await service.generateKey()
      let hash = Data(Array(SHA256.hash(data: Array(nonce.utf8))))
      let statement = try await service.attestKey(key, clientDataHash: hash)
      return AppAttestation(.appAttest, token: Secret(Base64.encode(Array(statement))), keyID: key)
    }
  }
#endif
