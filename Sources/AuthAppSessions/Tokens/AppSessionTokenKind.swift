/// The two kinds of tokens. A token is a prefix, by which scanners of source code and logs can find leaked tokens, and
/// parts in base64url with dots between them. The first part is the session's id, which finds the record without a
/// comparison of secrets:
///
/// * access: `lat_ID.SECRET`
/// * refresh: `lrt_ID.FAMILY.SECRET`, where FAMILY is the same for all refresh tokens of the session
enum AppSessionTokenKind: Sendable {
  case access
  case refresh

  static let idByteCount = 16
  static let familyByteCount = 16
  static let secretByteCount = 32

  var prefix: String { self == .access ? "lat_" : "lrt_" }

  /// The lengths of the decoded parts.
  var partByteCounts: [Int] {
    self == .access
      ? [Self.idByteCount, Self.secretByteCount] : [Self.idByteCount, Self.familyByteCount, Self.secretByteCount]
  }

  /// The length of a token: the prefix, the parts in base64url without padding, and the dots.
  var byteCount: Int {
    partByteCounts.reduce(prefix.utf8.count + partByteCounts.count - 1) { $0 + ($1 * 4 + 2) / 3 }
  }
}
