#if canImport(COpenSSL) && !SwiftCrypto
  import COpenSSL

  /// A NIST curve. The key types in `P256`, `P384` and `P521` are generic over it.
  public protocol NISTCurve: Sendable {
    /// The hash function that ECDSA uses with the curve.
    associatedtype Hash: HashFunction
    /// The properties of the curve that the key types need.
    static var parameters: CurveParameters { get }
  }

  /// The properties of a curve.
  public struct CurveParameters: Sendable {
    /// OpenSSL's name for the curve.
    let name: String
    /// The length of a coordinate and of a scalar, in bytes.
    let byteCount: Int
    /// The object identifier.
    let objectIdentifier: [UInt8]
    /// OpenSSL's group, which this module uses to derive and to convert points.
    let group: CurveGroup
  }

  /// An OpenSSL group, created once.
  ///
  /// `@unchecked Sendable`: the group is only read after its creation, which OpenSSL allows on any thread.
  struct CurveGroup: @unchecked Sendable {
    let pointer: OpaquePointer?
    init(_ identifier: Int32) { pointer = EC_GROUP_new_by_curve_name(identifier) }
  }

  /// NIST P-256.
  public enum P256Curve: NISTCurve {
    /// SHA-256.
    public typealias Hash = SHA256
    /// The properties of the curve.
    public static let parameters = CurveParameters(
      name: "P-256", byteCount: 32, objectIdentifier: KeyObjectIdentifier.p256, group: CurveGroup(NID_X9_62_prime256v1))
  }

  /// NIST P-384.
  public enum P384Curve: NISTCurve {
    /// SHA-384.
    public typealias Hash = SHA384
    /// The properties of the curve.
    public static let parameters = CurveParameters(
      name: "P-384", byteCount: 48, objectIdentifier: KeyObjectIdentifier.p384, group: CurveGroup(NID_secp384r1))
  }

  /// NIST P-521.
  public enum P521Curve: NISTCurve {
    /// SHA-512.
    public typealias Hash = SHA512
    /// The properties of the curve.
    public static let parameters = CurveParameters(
      name: "P-521", byteCount: 66, objectIdentifier: KeyObjectIdentifier.p521, group: CurveGroup(NID_secp521r1))
  }
#endif
