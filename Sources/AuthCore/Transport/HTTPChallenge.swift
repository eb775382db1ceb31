/// One challenge of a response's `WWW-Authenticate` fields (RFC 9110 §11.6.1).
public struct HTTPChallenge: Sendable, Equatable {
  /// The scheme in lower case, such as `bearer` or `dpop`.
  public let scheme: String
  /// The parameters by their names in lower case. A scheme with a single token instead of parameters has none.
  public let parameters: [String: String]

  /// Creates a challenge, by default without parameters.
  public init(scheme: String, parameters: [String: String] = [:]) {
    self.scheme = scheme
    self.parameters = parameters
  }

  /// Reads the challenges of a response, in their order. The challenges after a syntax error in a field are ignored,
  /// and so is a challenge that repeats a parameter.
  public static func challenges(of response: TransportResponse) -> [HTTPChallenge] {
    response.headers.values(of: "WWW-Authenticate").flatMap { field in
      var parser = HTTPChallengeParser(field)
      return parser.challenges()
    }
  }
}

extension HTTPChallenge: Redacting {
  /// The scheme and the names of the parameters.
  public var shownParts: KeyValuePairs<String, String> {
    ["scheme": scheme, "parameters": parameters.keys.sorted().joined(separator: " ")]
  }
}

/// Reads one `WWW-Authenticate` field.
private struct HTTPChallengeParser {
  private let bytes: [UInt8]
  private var index = 0

  init(_ field: String) { bytes = Array(field.utf8) }

  mutating func challenges() -> [HTTPChallenge] {
    var found: [HTTPChallenge] = []
    while true {
      skip(" \t,")
      guard let scheme = token() else { return found }
      guard let parameters = parameters() else { return found }
      var values: [String: String] = [:]
      for (name, value) in parameters { values[name] = value }
      if values.count == parameters.count {
        found.append(HTTPChallenge(scheme: scheme.lowercased(), parameters: values))
      }
    }
  }

  /// The parameters of a challenge, up to the next scheme or the end; nil after a syntax error.
  private mutating func parameters() -> [(String, String)]? {
    var found: [(String, String)] = []
    guard index < bytes.count, bytes[index] != UInt8(ascii: ",") else { return found }
    guard bytes[index] == UInt8(ascii: " ") else { return nil }
    var isFirst = true
    while true {
      let start = index
      skip(isFirst ? " \t" : " \t,")
      guard index < bytes.count else { return found }
      if isFirst, skipSingleToken() { return found }
      guard let name = token() else { return isFirst && bytes[index] == UInt8(ascii: ",") ? found : nil }
      skip(" \t")
      guard index < bytes.count, bytes[index] == UInt8(ascii: "=") else {
        // The name is the next scheme.
        index = start
        return isFirst ? nil : found
      }
      index += 1
      skip(" \t")
      guard let value = quoted() ?? token() else { return nil }
      found.append((name.lowercased(), value))
      isFirst = false
    }
  }

  /// Skips a `token68` (RFC 9110 §11.2), which some schemes have instead of parameters.
  private mutating func skipSingleToken() -> Bool {
    var end = index
    while end < bytes.count, Self.isTokenCharacter(bytes[end]) || bytes[end] == UInt8(ascii: "/") { end += 1 }
    guard end > index else { return false }
    while end < bytes.count, bytes[end] == UInt8(ascii: "=") { end += 1 }
    var rest = end
    while rest < bytes.count, bytes[rest] == 0x20 || bytes[rest] == 0x09 { rest += 1 }
    // A parameter has a value after its sign.
    guard rest == bytes.count || bytes[rest] == UInt8(ascii: ",") else { return false }
    index = rest
    return true
  }

  private mutating func skip(_ characters: String) {
    while index < bytes.count, characters.utf8.contains(bytes[index]) { index += 1 }
  }

  private mutating func token() -> String? {
    let start = index
    while index < bytes.count, Self.isTokenCharacter(bytes[index]) { index += 1 }
    return index > start ? String(decoding: bytes[start..<index], as: UTF8.self) : nil
  }

  /// A quoted string (RFC 9110 §5.6.4).
  private mutating func quoted() -> String? {
    guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else { return nil }
    var text: [UInt8] = []
    var position = index + 1
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        index = position + 1
        return String(strictUTF8: text)
      case UInt8(ascii: "\\"):
        position += 1
        guard position < bytes.count else { return nil }
        text.append(bytes[position])
      default: text.append(bytes[position])
      }
      position += 1
    }
    return nil
  }

  private static func isTokenCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E, 0x5F, 0x60, 0x7C, 0x7E: true
    default: false
    }
  }
}
