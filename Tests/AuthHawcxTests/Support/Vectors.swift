import AuthCore
import AuthCrypto
import Testing

@testable import AuthHawcx

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(CryptoKit)
  import CryptoKit
#endif

/// The files of `Tests/Vectors`, and what tests leave for judges.
enum Vectors {
  static func json(_ name: String) throws -> JSONValue {
    var folder = URL(filePath: #filePath)
    while folder.lastPathComponent != "Tests" { folder.deleteLastPathComponent() }
    return try JSONValue(parsing: Array(Data(contentsOf: folder.appending(path: "Vectors/" + name))))
  }

  /// Leaves something for a judge, where the tests run for one.
  static func record(_ value: JSONValue, as name: String) throws {
    guard let folder = ProcessInfo.processInfo.environment["LATCHKEY_RECORDINGS"] else { return }
    try Data(value.serialized).write(to: URL(filePath: folder).appending(path: name))
  }
}

/// A device's key, given rather than made.
enum VectorKey {
  case ed25519(Curve25519.Signing.PrivateKey)
  case p256(P256.Signing.PrivateKey)

  init(_ algorithm: HawcxDeviceAlgorithm, seed: [UInt8]) throws {
    switch algorithm {
    case .ed25519: self = .ed25519(try Curve25519.Signing.PrivateKey(rawRepresentation: seed))
    case .p256: self = .p256(try P256.Signing.PrivateKey(rawRepresentation: seed))
    }
  }

  var publicKey: [UInt8] {
    switch self {
    case .ed25519(let key): Array(key.publicKey.rawRepresentation)
    case .p256(let key): Array(key.publicKey.compressedRepresentation)
    }
  }

  func sign(_ message: [UInt8]) throws -> [UInt8] {
    switch self {
    case .ed25519(let key): Array(try key.signature(for: message))
    case .p256(let key): Array(try key.signature(for: message).rawRepresentation)
    }
  }

  func verifies(_ signature: [UInt8], _ message: [UInt8]) -> Bool {
    switch self {
    case .ed25519(let key): return key.publicKey.isValidSignature(signature, for: message)
    case .p256(let key):
      do {
        return key.publicKey.isValidSignature(
          try P256.Signing.ECDSASignature(rawRepresentation: signature), for: message)
      } catch {
        return false
      }
    }
  }
}
