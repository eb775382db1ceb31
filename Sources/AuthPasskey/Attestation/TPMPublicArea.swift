import AuthCrypto

#if canImport(CryptoKit)
  import CryptoKit
#endif

/// The `TPMT_PUBLIC` structure (TPM 2.0 Library, part 2, §12.2.4) of an elliptic-curve or RSA key.
struct TPMPublicArea {
  private enum Unique {
    case point(curve: Int, x: [UInt8], y: [UInt8])
    case modulus([UInt8], exponent: Int)
  }

  private let nameAlgorithm: [UInt8]
  private let unique: Unique

  /// Reads the structure. Returns nil unless `bytes` are exactly the public area of an elliptic-curve or RSA key.
  init?(_ bytes: [UInt8]) {
    var reader = TPMReader(bytes)
    guard let type = reader.number(2), let name = reader.bytes(2), reader.bytes(4) != nil, reader.sized() != nil,
      reader.skipScheme(4), reader.skipScheme(2)
    else { return nil }
    nameAlgorithm = name
    switch type {
    case 0x0023:
      guard let curve = reader.number(2), reader.skipScheme(2), let x = reader.sized(), let y = reader.sized() else {
        return nil
      }
      unique = .point(curve: curve, x: x, y: y)
    case 0x0001:
      guard reader.number(2) != nil, let exponent = reader.number(4), let modulus = reader.sized() else { return nil }
      // Zero means the default exponent, 65537.
      unique = .modulus(modulus, exponent: exponent == 0 ? 65_537 : exponent)
    default: return nil
    }
    guard reader.isAtEnd else { return nil }
  }

  /// Returns the key's name: the identifier of the hash algorithm, then the hash of the area. Returns nil for an
  /// unknown algorithm.
  func name(of area: [UInt8]) -> [UInt8]? {
    switch nameAlgorithm {
    case [0x00, 0x0B]: nameAlgorithm + Array(SHA256.hash(data: area))
    case [0x00, 0x0C]: nameAlgorithm + Array(SHA384.hash(data: area))
    case [0x00, 0x0D]: nameAlgorithm + Array(SHA512.hash(data: area))
    default: nil
    }
  }

  /// Returns whether the area describes `key`; false for an Ed25519 key, which the area cannot describe.
  func isKey(_ key: COSEKey) -> Bool {
    func isPoint(_ expected: Int, _ raw: [UInt8]) -> Bool {
      guard case .point(let curve, let x, let y) = unique, curve == expected else { return false }
      let size = raw.count / 2
      // A TPM may omit leading zeros.
      func padded(_ coordinate: [UInt8]) -> [UInt8]? {
        coordinate.count > size ? nil : [UInt8](repeating: 0, count: size - coordinate.count) + coordinate
      }
      guard let x = padded(x), let y = padded(y) else { return false }
      return x + y == raw
    }
    switch key {
    case .es256(let key): return isPoint(0x0003, Array(key.rawRepresentation))
    case .es384(let key): return isPoint(0x0004, Array(key.rawRepresentation))
    case .es512(let key): return isPoint(0x0005, Array(key.rawRepresentation))
    case .rs256(let key):
      guard case .modulus(let modulus, let exponent) = unique else { return false }
      let bytes = withUnsafeBytes(of: UInt32(truncatingIfNeeded: exponent).bigEndian) { Array($0) }
      let other = try? RSA.Signing.PublicKey(modulus: modulus, exponent: bytes.drop { $0 == 0 })
      return other?.derRepresentation == key.derRepresentation
    case .ed25519: return false
    }
  }
}
