/// The encoding of a payload, by the vendor's name (v1PayloadEncoding).
public struct PayloadEncoding: RawRepresentable, Sendable, Hashable {
  /// The vendor's name.
  public let rawValue: String
  /// Creates an encoding from the vendor's name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Hexadecimal.
  public static let hexadecimal = PayloadEncoding(rawValue: "PAYLOAD_ENCODING_HEXADECIMAL")
  /// UTF-8 text.
  public static let textUTF8 = PayloadEncoding(rawValue: "PAYLOAD_ENCODING_TEXT_UTF8")
}
