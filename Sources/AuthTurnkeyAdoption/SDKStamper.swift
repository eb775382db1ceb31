import AuthAdoption
import AuthCore
import AuthCrypto
import AuthTurnkey

/// Stamps with a key that stays in the storage of the vendor's SDK.
struct SDKStamper: Stamper {
  let publicKey: [UInt8]
  let storage: any SDKStorage

  func stamp(_ body: [UInt8]) async throws(AuthError) -> Stamp {
    let signature = try await storage.sign(body, publicKey: publicKey)
    do {
      let der = try P256.Signing.ECDSASignature(rawRepresentation: signature).derRepresentation
      return try APIKeyStampFormat(publicKey: publicKey).stamp(signature: Array(der))
    } catch let error as AuthError {
      throw error
    } catch {
      throw AuthError(
        .internalError,
        "The keychain returned a signature that is not r and s of 32 bytes each. Report this to "
          + "Latchkey's maintainers.")
    }
  }
}
