#if canImport(COpenSSL)
  import FoundationEssentials

  /// The functions `LabeledExtract` and `LabeledExpand` of RFC 9180 §4.
  struct HPKELabels {
    /// The suite id, which binds a derivation to its algorithms.
    let suiteID: [UInt8]

    /// Uses the suite id of the key encapsulation mechanism.
    init(kem: HPKE.KEM) { suiteID = Array("KEM".utf8) + Self.bigEndian(kem.identifier) }

    /// Uses the suite id of the whole cipher suite.
    init(suite: HPKE.Ciphersuite) {
      suiteID =
        Array("HPKE".utf8) + Self.bigEndian(suite.kem.identifier) + Self.bigEndian(suite.kdf.identifier)
        + Self.bigEndian(suite.aead.identifier)
    }

    func extract(
      salt: SymmetricKey? = nil, label: String, keyMaterial: some ContiguousBytes
    ) -> HashedAuthenticationCode<SHA256> {
      // The HMAC reads the pieces one by one, so that no copy of the key material is left in memory.
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
