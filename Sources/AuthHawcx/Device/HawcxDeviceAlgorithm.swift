import AuthCore

/// How a device proves itself.
///
/// DESIGN, all of this folder: the vendor's own scheme is closed, and nothing here imitates it. Ours is that of the
/// Hawcx protocol notes §9.3; the sandbox speaks it, and a project of the real vendor has to switch device enrolment
/// off.
enum HawcxDeviceAlgorithm: String, Sendable, CaseIterable {
  case ed25519 = "ed25519-v1"
  /// For key stores that have no Ed25519: the public key is the compressed point, signatures are raw r‖s.
  case p256 = "p256-v1"

  var keyAlgorithm: KeyAlgorithm {
    switch self {
    case .ed25519: .ed25519
    case .p256: .p256
    }
  }

  /// The first byte of a keyset.
  var keysetPrefix: UInt8 {
    switch self {
    case .ed25519: 1
    case .p256: 2
    }
  }

  var indexLabel: String {
    switch self {
    case .ed25519: "authcore.hawcx.hindex.v1"
    case .p256: "authcore.hawcx.hindex.p256-v1"
    }
  }

  var proofLabel: String {
    switch self {
    case .ed25519: "authcore.hawcx.device.v1"
    case .p256: "authcore.hawcx.device.p256-v1"
    }
  }

  /// The one to use: what the server names where the key store can, else the first that it can.
  ///
  /// - Throws: `unsupported` when the server names none of ours, or the store can do none.
  static func choose(_ named: String, of supported: [KeyAlgorithm]) throws(AuthError) -> HawcxDeviceAlgorithm {
    guard let wanted = HawcxDeviceAlgorithm(rawValue: named) else {
      throw AuthError(
        .unsupported, "The server wants a device proof of a kind that is not known here.", recovery: .abort,
        vendorCode: "device_algorithm_unsupported")
    }
    let candidates = [wanted] + allCases
    guard let usable = candidates.first(where: { supported.contains($0.keyAlgorithm) }) else {
      throw AuthError(
        .unsupported, "The key store makes no keys that a device proof takes; set storage.keys to another.",
        recovery: .abort, vendorCode: "device_algorithm_unsupported")
    }
    return usable
  }
}
