import AuthCore

/// The subject of a security event (RFC 9493; Shared Signals Framework 1.0 §3).
struct SecurityEventSubject {
  /// The values of `iss` that name the users of the provider instance.
  let issuers: Set<String>
  /// Whether a simple subject names a session rather than a user.
  let namesSession: Bool

  /// How many identifiers of `aliases` are examined.
  private static let aliasLimit = 16

  /// Returns the sessions that a subject names.
  ///
  /// - Throws: `unsupported` for a subject that names neither a session nor a user by an id of the provider, such as an
  ///   e-mail address; `invalid_token` for a malformed one, or one of another issuer.
  func target(_ subject: JSONValue) throws(AuthError) -> AppSessionEnding.Target {
    guard Self.format(subject) == "complex" else {
      let id = try id(subject)
      // A session is named by an opaque id (CAEP 1.0 §3.1); a pair of issuer and subject is a user.
      return namesSession && id.isOpaque ? .session(id.text, of: nil) : .subject(id.text)
    }
    let user = try subject["user"].map { (value) throws(AuthError) in try id(value).text }
    if let session = subject["session"] { return .session(try id(session).text, of: user) }
    // A complex subject can name only some of the user's sessions, for example those on a device. The device is not
    // known here, so all of them end.
    guard let user else { throw Self.unsupported }
    return .subject(user)
  }

  /// The format of a subject; `subject_type` with dashes is the form before RFC 9493.
  private static func format(_ subject: JSONValue) -> String? {
    (subject["format"] ?? subject["subject_type"])?.stringValue?.replacing("-", with: "_")
  }

  private func id(_ subject: JSONValue) throws(AuthError) -> (text: String, isOpaque: Bool) {
    switch Self.format(subject) {
    case "opaque": return (try AppSessionNotice.identifier(subject["id"], "subject id"), true)
    case "iss_sub":
      let issuer = try AppSessionNotice.identifier(subject["iss"], "subject iss")
      guard issuers.containsBytes(of: issuer) else {
        throw AppSessionNotice.malformed("names a user of an issuer that the rules do not accept")
      }
      return (try AppSessionNotice.identifier(subject["sub"], "subject sub"), false)
    case "aliases":
      for alias in (subject["identifiers"]?.arrayValue ?? []).prefix(Self.aliasLimit) {
        guard let format = Self.format(alias), format == "iss_sub" || format == "opaque" else { continue }
        return try id(alias)
      }
      throw Self.unsupported
    case nil: throw AppSessionNotice.malformed("has a subject without a format")
    default: throw Self.unsupported
    }
  }

  private static var unsupported: AuthError {
    AuthError(
      .unsupported,
      "The event names its subject by something other than an id of the provider, such as an e-mail address. No "
        + "session was ended. Configure the transmitter to send the form iss_sub or opaque.")
  }
}
