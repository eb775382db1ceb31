#if TPM && os(Linux)
  import CTSS2

  /// Objects that stay loaded, as after a killed process.
  enum LeftLoaded {
    static func fill(_ connection: String) throws {
      for _ in 0..<2 {
        var tpm = lk_tpm()
        guard lk_tpm_open(&tpm, connection) == 0, lk_tpm_begin(&tpm, nil, 0) == 0 else {
          throw SoftwareTPM.Failure("no connection")
        }
        var (publicPart, privatePart) = (lk_tpm_blob(), lk_tpm_blob())
        var handle = ESYS_TR()
        let data: [UInt8] = [1]
        guard lk_tpm_seal(&tpm, data, 1, &publicPart, &privatePart) == 0 else { break }
        _ = withUnsafeBytes(of: publicPart.bytes) { open in
          withUnsafeBytes(of: privatePart.bytes) { hidden in
            lk_tpm_load(
              &tpm, open.assumingMemoryBound(to: UInt8.self).baseAddress, publicPart.count,
              hidden.assumingMemoryBound(to: UInt8.self).baseAddress, privatePart.count, &handle)
          }
        }
        // The handles are forgotten, not flushed.
        tpm.primary = lk_tpm_none
        tpm.session = lk_tpm_none
        lk_tpm_close(&tpm)
      }
    }
  }
#endif
