import AuthCore
import AuthCrypto

extension AttestationStatement {
  /// Checks the format `android-key` (WebAuthn Level 3 §8.4). As in the specification, keys of a software keystore pass
  /// the check, like keys of a hardware keystore. To require a hardware keystore, trust only the roots for hardware
  /// keystores.
  func verifyAndroidKey(_ certificate: AttestationCertificate) throws(AuthError) {
    try verifySignature(by: certificate)
    try verifyKey(of: certificate)
    guard let value = certificate.extensions[AttestationCertificate.ObjectIdentifier.androidKey]?.value,
      let description = try? AndroidKeyDescription(der: value)
    else { throw Self.refused("the certificate has no valid key description") }
    guard description.challenge == clientDataHash else {
      throw Self.refused("the key description's challenge does not match this ceremony")
    }
    guard !description.isForAllApplications else { throw Self.refused("all apps may use the key (allApplications)") }
    // `origin` and `purpose` may be absent, as in the test vector of the specification. If present, `origin` must be 0
    // (generated in the keystore), and `purpose` must be 2 (signing).
    guard description.origins.isSubset(of: [0]), description.purposes.isSubset(of: [2]) else {
      throw Self.refused("the key was not generated in the keystore (origin), or is not only for signing (purpose)")
    }
  }
}

/// The parts of Android's description of a key (`KeyDescription`) that WebAuthn Level 3 §8.4 and §8.4.1 check.
private struct AndroidKeyDescription {
  let challenge: [UInt8]
  /// Whether one of the lists contains `allApplications` [600].
  private(set) var isForAllApplications = false
  /// The values of `purpose` [1] in both lists; 2 means signing.
  private(set) var purposes: Set<Int> = []
  /// The values of `origin` [702] in both lists; 0 means that the key was generated in the keystore.
  private(set) var origins: Set<Int> = []

  init(der: [UInt8]) throws(CryptoError) {
    var outer = DERReader(der)
    var fields = try outer.nested(0x30)
    try outer.end()
    // Skip attestationVersion, attestationSecurityLevel, keymasterVersion and keymasterSecurityLevel.
    for _ in 0..<4 { _ = try fields.next() }
    challenge = Array(try fields.read(0x04))
    _ = try fields.next()  // uniqueId
    for _ in 0..<2 { try read(fields.nested(0x30)) }
  }

  /// Reads one of the two lists: the properties that software enforces, or the properties that hardware enforces.
  private mutating func read(_ list: DERReader) throws(CryptoError) {
    var list = list
    while !list.isAtEnd {
      let element = try list.next()
      var content = DERReader(element.content)
      switch element.number {
      case 1:
        var set = try content.nested(0x31)
        while !set.isAtEnd { purposes.insert(Self.number(try set.unsignedInteger())) }
      case 600: isForAllApplications = true
      case 702: origins.insert(Self.number(try content.unsignedInteger()))
      default: break
      }
    }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.count > 4 ? Int.max : bytes.reduce(0) { $0 << 8 | Int($1) }
  }
}
