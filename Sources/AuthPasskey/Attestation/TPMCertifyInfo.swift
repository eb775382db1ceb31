/// TPMS_ATTEST of a certified key (TPM 2.0 Library, part 2, §10.12.8).
struct TPMCertifyInfo {
  /// The data that the caller passed for signing.
  let extraData: [UInt8]
  /// The name of the certified key.
  let name: [UInt8]

  /// nil for a structure that the TPM did not make, or that does not certify a key.
  init?(_ bytes: [UInt8]) {
    var reader = TPMReader(bytes)
    // TPM_GENERATED_VALUE, TPM_ST_ATTEST_CERTIFY; then the signer's name, and the clock and version in 25 bytes.
    guard reader.number(4) == 0xFF54_4347, reader.number(2) == 0x8017, reader.sized() != nil,
      let extraData = reader.sized(), reader.bytes(25) != nil, let name = reader.sized(), reader.sized() != nil,
      reader.isAtEnd
    else { return nil }
    self.extraData = extraData
    self.name = name
  }
}
