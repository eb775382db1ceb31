public import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The authenticator data of a ceremony, which the authenticator signs (WebAuthn Level 3 §6.1).
public struct AuthenticatorData: Sendable, Hashable {
  /// The flags: the checks that the authenticator performed, the backup state of the credential, and the parts that
  /// follow.
  public struct Flags: OptionSet, Sendable, Hashable {
    /// The byte that contains the flags.
    public let rawValue: UInt8
    /// Creates the flags from their byte.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// UP: a user was present.
    public static let userPresent = Flags(rawValue: 0x01)
    /// UV: the user was verified.
    public static let userVerified = Flags(rawValue: 0x04)
    /// BE: the credential is backup eligible. This property never changes.
    public static let backupEligible = Flags(rawValue: 0x08)
    /// BS: the credential is backed up.
    public static let backedUp = Flags(rawValue: 0x10)
    /// AT: attested credential data follow.
    public static let attestedCredential = Flags(rawValue: 0x40)
    /// ED: extension data follow.
    public static let extensions = Flags(rawValue: 0x80)
    static let reserved = Flags(rawValue: 0x22)
  }

  /// The attested credential data: a new credential (WebAuthn Level 3 §6.5.1).
  public struct AttestedCredential: Sendable, Hashable {
    /// The AAGUID: 16 bytes that identify the authenticator's model; all zero if the authenticator does not state it.
    public var aaguid: [UInt8]
    /// The credential ID, at most 1023 bytes.
    public var credentialID: [UInt8]
    /// The public key as a COSE_Key in CBOR.
    public var publicKey: [UInt8]

    /// Creates the data of a new credential.
    ///
    /// - Parameters:
    ///   - aaguid: the AAGUID, 16 bytes.
    ///   - credentialID: the credential ID, at most 1023 bytes.
    ///   - publicKey: the public key as a COSE_Key in CBOR.
    public init(aaguid: [UInt8], credentialID: [UInt8], publicKey: [UInt8]) {
      self.aaguid = aaguid
      self.credentialID = credentialID
      self.publicKey = publicKey
    }
  }

  /// The SHA-256 hash of the RP ID.
  public var relyingPartyIDHash: [UInt8]
  /// The flags without AT and ED, which `attestedCredential` and `extensions` determine.
  public var flags: Flags
  /// The signature counter; zero if the authenticator has none (WebAuthn Level 3 §6.1.1).
  public var signCount: UInt32
  /// The new credential; nil except in registrations.
  public var attestedCredential: AttestedCredential?
  /// The extension data, a CBOR map; nil without extensions.
  public var extensions: [UInt8]?

  /// Creates the data for a ceremony.
  ///
  /// - Parameters:
  ///   - relyingPartyID: the RP ID, a domain.
  ///   - flags: the flags; AT and ED are ignored.
  ///   - signCount: the signature counter.
  ///   - attestedCredential: the new credential of a registration.
  public init(
    relyingPartyID: String, flags: Flags, signCount: UInt32, attestedCredential: AttestedCredential? = nil
  ) {
    relyingPartyIDHash = Array(SHA256.hash(data: Array(relyingPartyID.utf8)))
    self.flags = flags.subtracting([.attestedCredential, .extensions])
    self.signCount = signCount
    self.attestedCredential = attestedCredential
    extensions = nil
  }

  /// The encoded data, which the authenticator signs together with the client data hash.
  public var encoded: [UInt8] {
    var all = flags
    if attestedCredential != nil { all.insert(.attestedCredential) }
    if extensions != nil { all.insert(.extensions) }
    var bytes = relyingPartyIDHash + [all.rawValue]
    bytes += withUnsafeBytes(of: signCount.bigEndian) { Array($0) }
    if let credential = attestedCredential {
      bytes += credential.aaguid
      bytes += withUnsafeBytes(of: UInt16(truncatingIfNeeded: credential.credentialID.count).bigEndian) { Array($0) }
      bytes += credential.credentialID + credential.publicKey
    }
    return bytes + (extensions ?? [])
  }

  /// Reads encoded authenticator data.
  ///
  /// - Parameter bytes: the encoded data.
  /// - Throws: `malformed_response` if the data does not conform to WebAuthn Level 3 §6.1: it is truncated, has
  ///   reserved flags or trailing bytes, or contains a credential ID of more than 1023 bytes or CBOR that is not
  ///   deterministic.
  public init(encoded bytes: [UInt8]) throws(AuthError) {
    func malformed(_ what: String) -> AuthError {
      AuthError(
        .malformedResponse,
        "The authenticator data is malformed: \(what). Pass the data exactly as the authenticator returned it.")
    }
    guard bytes.count >= 37 else { throw malformed("it has fewer than 37 bytes") }
    let all = Flags(rawValue: bytes[32])
    guard all.isDisjoint(with: .reserved) else { throw malformed("reserved flags are set") }
    relyingPartyIDHash = Array(bytes[..<32])
    flags = all.subtracting([.attestedCredential, .extensions])
    signCount = bytes[33..<37].reduce(0) { $0 << 8 | UInt32($1) }
    attestedCredential = nil
    extensions = nil
    var rest = bytes[37...]
    if all.contains(.attestedCredential) {
      guard rest.count >= 18 else { throw malformed("the attested credential data is too short") }
      let aaguid = Array(rest.prefix(16))
      let length = rest.dropFirst(16).prefix(2).reduce(0) { $0 << 8 | Int($1) }
      rest = rest.dropFirst(18)
      guard length <= 1023, rest.count > length else {
        throw malformed("the credential ID has more than 1023 bytes, or is truncated")
      }
      let credentialID = Array(rest.prefix(length))
      rest = rest.dropFirst(length)
      let publicKey = try Self.takeMap(&rest, malformed("the public key is not a deterministic CBOR map"))
      attestedCredential = AttestedCredential(aaguid: aaguid, credentialID: credentialID, publicKey: publicKey)
    }
    if all.contains(.extensions) {
      extensions = try Self.takeMap(&rest, malformed("the extensions are not a deterministic CBOR map"))
    }
    guard rest.isEmpty else { throw malformed("unexpected bytes follow the data") }
  }

  /// Removes a CBOR map from the start of `rest` and returns its encoding.
  private static func takeMap(_ rest: inout ArraySlice<UInt8>, _ malformed: AuthError) throws(AuthError) -> [UInt8] {
    let found: (value: CBORValue, byteCount: Int)
    do throws(CryptoError) {
      found = try CBORValue.first(in: rest)
    } catch {
      throw malformed
    }
    guard found.value.mapValue != nil else { throw malformed }
    defer { rest = rest.dropFirst(found.byteCount) }
    return Array(rest.prefix(found.byteCount))
  }
}
