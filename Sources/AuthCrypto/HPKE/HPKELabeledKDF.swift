#if canImport(COpenSSL) && !SwiftCrypto
  import FoundationEssentials

  /// The key derivation function of HPKE: `LabeledExtract` and `LabeledExpand` of RFC 9180 §4.
  struct HPKELabeledKDF {
    /// The suite id, which binds each derived value to the algorithms.
    let suiteID: [UInt8]

    /// Creates the function with the suite id of a key encapsulation mechanism.
    init(kem: HPKE.KEM) { suiteID = Array("KEM".utf8) + Self.bigEndian(kem.identifier) }

    /// Creates the function with the suite id of a whole cipher suite.
    init(suite: HPKE.Ciphersuite) {
      suiteID =
        Array("HPKE".utf8) + Self.bigEndian(suite.kem.identifier) + Self.bigEndian(suite.kdf.identifier)
        + Self.bigEndian(suite.aead.identifier)
    }

    func extract(
      salt: SymmetricKey? = nil, label: String, keyMaterial: some ContiguousBytes
    ) -> HashedAuthenticationCode<SHA256> {
      // Add the parts one by one, so that no concatenated copy of the key material remains in memory.
      var computation = HMAC<SHA256>(key: salt ?? SymmetricKey(data: [UInt8]()))
      computation.update(data: Array("HPKE-v1".utf8) + suiteID + label.utf8)
      keyMaterial.withUnsafeBytes { computation.update(bufferPointer: $0) }
      return computation.finalize()
    }

    func expand(
      _ pseudoRandomKey: HashedAuthenticationCode<SHA256>, label: String, info: [UInt8], byteCount: Int
    ) -> SymmetricKey {
      let labelled = Self.bigEndian(UInt16(byteCount)) + Array("HPKE-v1".utf8) + suiteID + label.utf8 + info
      return HKDF<SHA256>.expand(pseudoRandomKey: pseudoRandomKey, info: labelled, outputByteCount: byteCount)
    }

    private static func bigEndian(_ value: UInt16) -> [UInt8] {
      [UInt8(value >> 8), UInt8(truncatingIfNeeded: value)]
    }
  }
#endif
