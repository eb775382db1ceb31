#if !(TPM && os(Linux))
  import AuthCore

  /// The operations of a TPM in a build without tpm2-tss. All of them throw.
  struct TPMConnection: Sendable {
    let name: String

    func makeKey(authorization: Secret?) throws(AuthError) -> TPMSigningKey { throw missing }
    func sign(_ digest: [UInt8], with key: TPMObject, authorization: Secret?) throws(AuthError) -> [UInt8] {
      throw missing
    }
    func check(_ key: TPMObject) throws(AuthError) { throw missing }
    func seal(_ data: Secret) throws(AuthError) -> TPMObject { throw missing }
    func unseal(_ object: TPMObject) throws(AuthError) -> Secret { throw missing }
    func readIndex(_ index: UInt32) throws(AuthError) -> [UInt8]? { throw missing }
    func writeIndex(_ index: UInt32, _ bytes: [UInt8]) throws(AuthError) -> Bool { throw missing }
    func reach() throws(AuthError) { throw missing }
    func loadedHandles() throws(AuthError) -> Int { throw missing }

    private var missing: AuthError {
      AuthError(
        .keyUnavailable,
        "This build has no TPM support. Build it on Linux, with the package trait 'TPM' and with libtss2-dev."
      )
    }
  }
#endif
