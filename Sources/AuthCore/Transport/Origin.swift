#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Scheme, host and port (RFC 6454), read strictly: credentials are sent only to their own origin, so the text must not
/// be ambiguous.
public struct Origin: Sendable, Hashable, CustomStringConvertible {
  /// `https` or `http`.
  public let scheme: String
  /// Lower case; an IPv6 literal keeps its brackets.
  public let host: String
  /// The port; the scheme's default if the text has no port.
  public let port: Int

  /// Creates the origin of an absolute URL.
  ///
  /// nil for any scheme but http and https, for user information, and for an authority with characters outside letters,
  /// digits, `.`, `-`, `_` and the brackets of an IPv6 literal. Backslashes, percent signs, white space and non-ASCII
  /// letters are used to disguise hosts.
  public init?(_ text: String) {
    guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x5C }) else { return nil }
    guard let separator = text.range(ofASCII: "://") else { return nil }
    scheme = text[..<separator.lowerBound].lowercased()
    guard scheme == "https" || scheme == "http" else { return nil }
    let rest = text[separator.upperBound...]
    let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    guard let (name, digits) = Self.split(authority) else { return nil }
    host = name.lowercased()
    if let digits {
      guard digits.utf8.allSatisfy(Self.isDigit), let number = Int(digits), (1...65_535).contains(number) else {
        return nil
      }
      port = number
    } else {
      port = scheme == "https" ? 443 : 80
    }
  }

  /// Creates the origin of a URL.
  public init?(_ url: URL) { self.init(url.absoluteString) }

  /// Whether the host is a literal name of this machine, which may be used without TLS.
  public var isLoopback: Bool {
    if host == "localhost" || host == "[::1]" || host.hasSuffix(".localhost") { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127"
      && parts.allSatisfy { $0.utf8.allSatisfy(Self.isDigit) && UInt8($0) != nil }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  /// Whether a client may connect to it: with TLS, or on loopback.
  public var isAcceptable: Bool { scheme == "https" || isLoopback }

  /// `https://api.example.com`, with the port if it is not the scheme's default.
  public var description: String {
    port == (scheme == "https" ? 443 : 80) ? "\(scheme)://\(host)" : "\(scheme)://\(host):\(port)"
  }

  private static func split(_ authority: Substring) -> (host: Substring, port: Substring?)? {
    if authority.hasPrefix("[") {
      guard let end = authority.firstIndex(of: "]") else { return nil }
      let host = authority[...end]
      guard host.dropFirst().dropLast().allSatisfy({ $0.isHexDigit || $0 == ":" || $0 == "." }), host.count > 3 else {
        return nil
      }
      let rest = authority[authority.index(after: end)...]
      if rest.isEmpty { return (host, nil) }
      return rest.hasPrefix(":") ? (host, rest.dropFirst()) : nil
    }
    let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count <= 2, let host = parts.first, !host.isEmpty,
      host.utf8.allSatisfy({ byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
        default: false
        }
      })
    else { return nil }
    return (host, parts.count == 2 ? parts[1] : nil)
  }
}

extension String {
  /// Returns the first occurrence of an ASCII text.
  package func range(ofASCII needle: StaticString) -> Range<String.Index>? {
    let count = needle.utf8CodeUnitCount
    var start = utf8.startIndex
    while let end = utf8.index(start, offsetBy: count, limitedBy: utf8.endIndex) {
      if (0..<count).allSatisfy({ utf8[utf8.index(start, offsetBy: $0)] == needle.utf8Start[$0] }) {
        return start..<end
      }
      guard start < utf8.endIndex else { return nil }
      start = utf8.index(after: start)
    }
    return nil
  }
}
