#if canImport(COpenSSL) && !SwiftCrypto
  import AuthCore
  public import FoundationEssentials

  /// The result of a key agreement, which is the same on both sides. Do not use the secret as a key: derive a key from
  /// it.
  public struct SharedSecret: ContiguousBytes, Sendable, Equatable, CustomStringConvertible, CustomReflectable {
    private let secret: Secret

    init(_ secret: Secret) { self.secret = secret }

    /// Passes the bytes to `body`.
    public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
      try secret.withBytes(body)
    }

    /// Derives a key with HKDF (RFC 5869). `outputByteCount` is at most 255 times the digest's length; a greater length
    /// stops the process.
    public func hkdfDerivedSymmetricKey<H: HashFunction>(
      using hashFunction: H.Type, salt: some DataProtocol, sharedInfo: some DataProtocol, outputByteCount: Int
    ) -> SymmetricKey {
      HKDF<H>.deriveKey(
        inputKeyMaterial: SymmetricKey(data: self), salt: salt, info: sharedInfo, outputByteCount: outputByteCount)
    }

    /// Always `<redacted>`.
    public var description: String { "<redacted>" }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: [(label: String?, value: Any)]()) }
  }
#endif
