import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A code for the enclave, encrypted to the challenge's key. The plaintext also contains the session key that the
/// verification is to be bound to (`encryptedOtpBundle`; T78).
struct OTPCodeBundle: Sendable {
  /// The bundle: `{"encappedPublic","ciphertext"}`, both in hex.
  let text: String

  /// Encrypts a code.
  ///
  /// - Parameters:
  ///   - code: the code as the user typed it.
  ///   - publicKey: the session key, compressed.
  ///   - target: the challenge's key, an uncompressed point.
  /// - Throws: `malformed_response` if `target` is not a point of the curve, `internal` if encryption fails.
  init(code: Secret, publicKey: [UInt8], target: [UInt8]) throws(AuthError) {
    let sender: HPKE.Sender
    do {
      let recipient = try P256.KeyAgreement.PublicKey(x963Representation: target)
      sender = try HPKE.Sender(
        recipientKey: recipient, ciphersuite: .P256_SHA256_AES_GCM_256, info: Data(Self.info.utf8))
    } catch {
      throw AuthError(
        .malformedResponse, "The vendor's key for encrypting codes is not a point of P-256. Request a new code.")
    }
    try self.init(code: code, publicKey: publicKey, target: target, sender: sender)
  }

  /// Encrypts a code with a given HPKE sender, for published test vectors.
  init(code: Secret, publicKey: [UInt8], target: [UInt8], sender: HPKE.Sender) throws(AuthError) {
    var sender = sender
    let encapsulated = Array(sender.encapsulatedKey)
    let content: JSONValue = [
      "otp_code": .string(code.revealText()), "public_key": .string(Hex.encode(publicKey)),
    ]
    var plaintext = content.serialized
    defer { Wiping.wipe(&plaintext) }
    let ciphertext: [UInt8]
    do {
      ciphertext = Array(try sender.seal(plaintext, authenticating: encapsulated + target))
    } catch {
      throw AuthError(.internalError, "The code could not be encrypted. Report this to Latchkey's maintainers.")
    }
    let bundle: JSONValue = [
      "encappedPublic": .string(Hex.encode(encapsulated)), "ciphertext": .string(Hex.encode(ciphertext)),
    ]
    text = bundle.serializedText
  }

  /// The `info` of the HPKE key schedule (RFC 9180 §5.1: application-supplied information), a constant of the vendor's
  /// protocol (T78).
  static let info = "turnkey_hpke"
}
