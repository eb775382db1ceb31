/// The `TPMS_ATTEST` structure of a certified key (TPM 2.0 Library, part 2, §10.12.8).
struct TPMCertifyInfo {
  /// The data that the caller of the TPM passed to be signed with the certification.
  let extraData: [UInt8]
  /// The name of the certified key.
  let name: [UInt8]

  /// Reads the structure. Returns nil if a TPM did not generate the structure, or if it does not certify a key.
  init?(_ bytes: [UInt8]) {
    var reader = TPMReader(bytes)
    // The fields are: TPM_GENERATED_VALUE, TPM_ST_ATTEST_CERTIFY, the signer's name, the extra data, 25 bytes with the
    // clock and the firmware version, and the name and the qualified name of the key.
    guard reader.number(4) == 0xFF54_4347, reader.number(2) == 0x8017, reader.sized() != nil,
      let extraData = reader.sized(), reader.bytes(25) != nil, let name = reader.sized(), reader.sized() != nil,
      reader.isAtEnd
    else { return nil }
    self.extraData = extraData
    self.name = name
  }
}
