public import AuthCore

/// The client data of a ceremony: the type, the challenge and the origin (WebAuthn Level 3 §5.8.1).
public struct ClientData: Sendable, Hashable {
  /// The type of the ceremony.
  public enum Ceremony: String, Sendable, Hashable {
    /// A credential is created.
    case create = "webauthn.create"
    /// A credential is used.
    case get = "webauthn.get"
  }

  /// The type of the ceremony.
  public var ceremony: Ceremony
  /// The bytes of the challenge.
  public var challenge: [UInt8]
  /// The page's origin, such as `https://example.com`.
  public var origin: String
  /// Whether the page is in a frame that is not same-origin with its ancestors.
  public var crossOrigin: Bool
  /// The origin of the top-level page; nil if the client data does not contain it.
  public var topOrigin: String?

  /// Creates client data.
  ///
  /// - Parameters:
  ///   - ceremony: the type of the ceremony.
  ///   - challenge: the challenge's bytes.
  ///   - origin: the page's origin.
  ///   - crossOrigin: whether the page is in a frame that is not same-origin with its ancestors.
  ///   - topOrigin: the origin of the top-level page.
  public init(
    _ ceremony: Ceremony, challenge: [UInt8], origin: String, crossOrigin: Bool = false, topOrigin: String? = nil
  ) {
    self.ceremony = ceremony
    self.challenge = challenge
    self.origin = origin
    self.crossOrigin = crossOrigin
    self.topOrigin = topOrigin
  }

  /// The JSON in the order and form that WebAuthn Level 3 §5.8.1.1 prescribes. Verifiers may use the limited
  /// verification algorithm (§5.8.1.2), which depends on that order and form.
  public var serialized: [UInt8] {
    var text = "{\"type\":" + Self.quoted(ceremony.rawValue)
    text += ",\"challenge\":" + Self.quoted(Base64URL.encode(challenge))
    text += ",\"origin\":" + Self.quoted(origin)
    text += ",\"crossOrigin\":" + (crossOrigin ? "true" : "false")
    if let topOrigin { text += ",\"topOrigin\":" + Self.quoted(topOrigin) }
    return Array((text + "}").utf8)
  }

  /// Reads client data in JSON. Members may be in any order, and optional members may be missing, because native
  /// clients differ in both.
  ///
  /// - Parameter bytes: the JSON as received.
  /// - Throws: `malformed_response` if the bytes are not JSON, or if a member is missing or not valid; the message
  ///   names the member.
  public init(parsing bytes: [UInt8]) throws(AuthError) {
    func malformed(_ member: String) -> AuthError {
      AuthError(
        .malformedResponse,
        "The client data has no valid member '\(member)'. Pass clientDataJSON exactly as the authenticator returned "
          + "it, decoded from base64url.")
    }
    let value: JSONValue
    do throws(JSONError) {
      // A byte order mark is removed before parsing, as "UTF-8 decode" requires (§7.1, step 5).
      value = try JSONValue(parsing: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...])
    } catch {
      throw AuthError(
        .malformedResponse,
        "The client data is not valid JSON: \(error). Pass clientDataJSON exactly as the authenticator returned "
          + "it, decoded from base64url.")
    }
    guard let ceremony = value["type"]?.stringValue.flatMap(Ceremony.init(rawValue:)) else { throw malformed("type") }
    guard let challenge = value["challenge"]?.stringValue.flatMap({ Base64URL.decode($0) }) else {
      throw malformed("challenge")
    }
    guard let origin = value["origin"]?.stringValue else { throw malformed("origin") }
    let crossOrigin = value["crossOrigin"] ?? false
    guard let isCrossOrigin = crossOrigin.boolValue else { throw malformed("crossOrigin") }
    if let top = value["topOrigin"], top.stringValue == nil { throw malformed("topOrigin") }
    self.init(
      ceremony, challenge: challenge, origin: origin, crossOrigin: isCrossOrigin,
      topOrigin: value["topOrigin"]?.stringValue)
  }

  /// Returns a JSON string in the format of §5.8.1.1 (`CCDToString`): quotation marks and backslashes are escaped,
  /// control characters become `\u00xx`, and all other characters are unchanged.
  private static func quoted(_ text: String) -> String {
    var bytes: [UInt8] = [0x22]
    for byte in text.utf8 {
      switch byte {
      case 0x22, 0x5C: bytes += [0x5C, byte]
      case 0..<0x20: bytes += ("\\u00" + Hex.encode([byte])).utf8
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes + [0x22], as: UTF8.self)
  }
}
