#if TPM && os(Linux)
  import CTSS2
  import Testing

  /// The C code next to the TPM.
  @Suite struct TPMShimTests {
    @Test(arguments: [0, 1, 3, 64, 1024]) func wipesEveryByteAndNoOther(count: Int) {
      var bytes = [UInt8](repeating: 0xAA, count: count + 2)
      bytes.withUnsafeMutableBytes { lk_tpm_wipe($0.baseAddress.map { $0 + 1 }, count) }
      #expect(bytes == [0xAA] + [UInt8](repeating: 0, count: count) + [0xAA])
    }
  }
#endif
