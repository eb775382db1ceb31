public import AuthCore

/// The credential of a request, not yet verified.
public struct PresentedCredential: Sendable {
  /// Where the credential was.
  public enum Place: Sendable, Hashable {
    /// `Authorization: Bearer` (RFC 6750 §2.1).
    case bearer
    /// `Authorization: DPoP` (RFC 9449 §7.1).
    case dpop
    /// `Authorization` with another scheme, in lower case.
    case scheme(String)
    /// A separate header field, in lower case.
    case field(String)
  }

  /// Where the credential was.
  public let place: Place
  /// The credential.
  public let token: Secret
  /// The credential, parsed but not verified; nil if it is not a JWT.
  public let jwt: UnverifiedJWT?

  init(place: Place, token: Secret) {
    self.place = place
    self.token = token
    jwt = UnverifiedJWT(token)
  }

  /// Returns the credential as a JWT.
  ///
  /// - Throws: `invalid_token` if it is not one.
  public func requiredJWT() throws(AuthError) -> UnverifiedJWT {
    guard let jwt else { throw AuthError(.invalidToken, "The credential is not a JWT. Send the vendor's token.") }
    return jwt
  }

  /// The length of the longest accepted credential, in bytes.
  static let maximumByteCount = 16_384

  /// A fault of a request's credentials.
  enum Fault: Error {
    /// The request has several credentials, or one that is not in the format of RFC 9110 §11.4.
    case malformed
  }

  /// Reads the credential of a request: that of `Authorization`, or else of the first field in `fields`. Credentials in
  /// the query or the body are not read, because logs contain queries (RFC 9700 §4.3.2).
  ///
  /// - Returns: nil if the request has no credential.
  /// - Throws: `Fault.malformed`.
  static func read(_ headers: HTTPHeaders, fields: [String]) throws(Fault) -> PresentedCredential? {
    let values = headers.values(of: "Authorization")
    guard values.count <= 1 else { throw .malformed }
    if let value = values.first { return try authorization(value) }
    for field in fields {
      let values = headers.values(of: field)
      guard values.count <= 1 else { throw .malformed }
      if let value = values.first { return PresentedCredential(place: .field(field), token: try token(value[...])) }
    }
    return nil
  }

  private static func authorization(_ value: String) throws(Fault) -> PresentedCredential {
    guard let space = value.utf8.firstIndex(of: 0x20) else { throw .malformed }
    let scheme = value[..<space].lowercased()
    let token = try token(value[space...].drop { $0 == " " })
    let place: Place =
      switch scheme {
      case "bearer": .bearer
      case "dpop": .dpop
      default: .scheme(scheme)
      }
    return PresentedCredential(place: place, token: token)
  }

  /// Checks the form `token68` (RFC 9110 §11.2), which is also that of bearer tokens (RFC 6750 §2.1).
  private static func token(_ text: Substring) throws(Fault) -> Secret {
    let bytes = text.utf8
    guard (1...maximumByteCount).contains(bytes.count) else { throw .malformed }
    let padding = bytes.reversed().prefix { $0 == 0x3D }.count
    guard padding < bytes.count, bytes.dropLast(padding).allSatisfy(isTokenCharacter) else { throw .malformed }
    return Secret(bytes)
  }

  private static func isTokenCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E, 0x2B, 0x2F: true
    default: false
    }
  }
}
