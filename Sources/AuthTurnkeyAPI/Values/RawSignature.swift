public import AuthCore

/// A signature by a wallet's key. Both halves have their full length of 32 bytes.
///
/// The vendor omits leading zero bytes of r and s. Without padding, about one signature in 128 would be too short
/// (T73).
public struct RawSignature: TurnkeyValue, Hashable {
  /// The first half, 32 bytes.
  public let r: [UInt8]
  /// The second half, 32 bytes.
  public let s: [UInt8]
  /// The recovery ID in hex, as the vendor returns it: `00` or `01`.
  public let v: String

  /// r‖s, 64 bytes.
  public var bytes: [UInt8] { r + s }

  /// Reads the result of a request to sign.
  ///
  /// - Throws: `malformed_response` for a missing member, and for halves that are not hex or are longer than 32 bytes.
  public init(json: JSONValue) throws(AuthError) {
    r = try Self.half("r", json)
    s = try Self.half("s", json)
    v = try json.requiredString("v")
  }

  private static func half(_ name: String, _ json: JSONValue) throws(AuthError) -> [UInt8] {
    var text = try json.requiredString(name)
    if text.hasPrefix("0x") { text.removeFirst(2) }
    if !text.utf8.count.isMultiple(of: 2) { text = "0" + text }
    guard let bytes = Hex.decode(text), bytes.count <= 32 else {
      throw AuthError(
        .malformedResponse, "The signature's '\(name)' is not a number of at most 32 bytes in hex. Sign again.")
    }
    return [UInt8](repeating: 0, count: 32 - bytes.count) + bytes
  }
}
