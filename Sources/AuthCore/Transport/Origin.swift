#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The scheme, host and port of a URL (RFC 6454 §4), parsed strictly: a credential is sent only to the origins that it
/// is meant for, so two programs must not read different hosts from the same URL.
public struct Origin: Sendable, Hashable, CustomStringConvertible {
  /// `https` or `http`.
  public let scheme: String
  /// The host in lower case: a name, an IPv4 address, or an IPv6 address in brackets.
  public let host: String
  /// The port; 443 or 80, the default of the scheme, if the URL has none.
  public let port: Int

  /// Creates the origin of an absolute URL.
  ///
  /// The result is nil for
  /// * a scheme other than http and https, or no scheme;
  /// * white space, a control character, a backslash or a non-ASCII character anywhere in the URL;
  /// * user information, such as `user@`;
  /// * a host that is empty, or has characters other than ASCII letters, digits, `.`, `-` and `_`;
  /// * brackets with fewer than two characters between them, or with characters other than hexadecimal digits, `:` and
  ///   `.`, the characters of an IPv6 address;
  /// * a port that is not a decimal number from 1 to 65535, and a colon without a port.
  ///
  /// Backslashes, percent signs, white space, user information and non-ASCII letters can disguise the host, because
  /// programs parse them in different ways.
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

  /// Creates the origin of a URL, from its absolute string. The result is nil in the cases of the initialiser for text.
  public init?(_ url: URL) { self.init(url.absoluteString) }

  /// Whether the host is this machine: `localhost`, a name that ends in `.localhost` (RFC 6761 §6.3), an IPv4 address
  /// that begins with 127, or the IPv6 address `[::1]`. Requests to this machine may be sent without TLS.
  public var isLoopback: Bool {
    if host == "localhost" || host == "[::1]" || host.hasSuffix(".localhost") { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127"
      && parts.allSatisfy { $0.utf8.allSatisfy(Self.isDigit) && UInt8($0) != nil }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  /// Whether a client may send requests to this origin: the scheme is https, or the host is this machine.
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
  /// Returns the range of the first occurrence of an ASCII text; nil if it does not occur.
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
