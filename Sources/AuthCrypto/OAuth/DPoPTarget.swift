import AuthCore

/// A URL without query and fragment, for the comparison of `htu` with the request's URL (RFC 9449 §4.3, step 9). URLs
/// that differ only in the case of scheme and host, in a default port, in an empty path or in the percent-encoding of
/// unreserved characters are equal (RFC 3986 §6.2.2, §6.2.3).
struct DPoPTarget: Equatable {
  private let origin: Origin
  private let path: [UInt8]

  /// Creates a target; nil for a string that is not an http or https URL.
  init?(_ url: String) {
    guard let origin = Origin(url), let start = url.range(ofASCII: "://")?.upperBound else { return nil }
    self.origin = origin
    let path = url[start...].drop { !"/?#".contains($0) }.prefix { $0 != "?" && $0 != "#" }
    self.path = path.isEmpty ? [0x2F] : Self.normalized(Array(path.utf8))
  }

  /// Decodes percent-encoded unreserved characters and writes the other encodings in upper case. A malformed encoding
  /// stays as it is.
  private static func normalized(_ path: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(path.count)
    var index = 0
    while index < path.count {
      let byte = path[index]
      index += 1
      guard byte == 0x25, index + 1 < path.count,
        let value = Hex.decode(String(decoding: path[index...index + 1], as: UTF8.self))?.first
      else {
        result.append(byte)
        continue
      }
      index += 2
      if isUnreserved(value) {
        result.append(value)
      } else {
        result.append(0x25)
        result += Hex.encode([value]).uppercased().utf8
      }
    }
    return result
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: true
    default: false
    }
  }
}
