extension JSONValue {
  /// Returns a required text field.
  ///
  /// - Throws: `malformed_response` with the field's name if the field is missing or not a string.
  public func requiredString(_ name: String) throws(AuthError) -> String {
    guard let text = self[name]?.stringValue else { throw missing(name) }
    return text
  }

  /// Returns a required text field as a secret.
  ///
  /// - Throws: `malformed_response` with the field's name if the field is missing or not a string.
  public func requiredSecret(_ name: String) throws(AuthError) -> Secret { Secret(try requiredString(name)) }

  /// Returns a required field with a token that is sent in a header field or back to the server: at least one
  /// character, all of them visible ASCII (RFC 6749 appendix A.12 and A.17, without spaces).
  ///
  /// - Throws: `malformed_response` with the field's name if the field is missing or not such a string.
  public func requiredToken(_ name: String) throws(AuthError) -> Secret {
    guard let token = try optionalToken(name) else { throw missing(name) }
    return token
  }

  /// Returns a field with a token, as `requiredToken(_:)` does; nil if the field is missing or null.
  ///
  /// - Throws: `malformed_response` with the field's name if the field is another value.
  public func optionalToken(_ name: String) throws(AuthError) -> Secret? {
    guard let value = self[name], !value.isNull else { return nil }
    guard let text = value.stringValue, !text.isEmpty, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw missing(name)
    }
    return Secret(text)
  }

  /// Returns a required field that identifies something at the server, such as a challenge: 1 to 1,024 visible ASCII
  /// characters.
  ///
  /// - Throws: `malformed_response` with the field's name if the field is missing or not such a string.
  package func requiredIdentifier(_ name: String) throws(AuthError) -> String {
    guard let text = identifier(name) else { throw missing(name) }
    return text
  }

  /// Returns a field that identifies something at the server; nil if it is missing or not such a string.
  package func identifier(_ name: String) -> String? {
    guard let text = self[name]?.stringValue, (1...1_024).contains(text.utf8.count),
      text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return nil }
    return text
  }

  /// Returns a required object field.
  ///
  /// - Throws: `malformed_response` with the field's name if the field is missing or not an object.
  public func requiredObject(_ name: String) throws(AuthError) -> JSONValue {
    guard let value = self[name], value.objectValue != nil else { throw missing(name) }
    return value
  }

  private func missing(_ name: String) -> AuthError {
    AuthError(
      .malformedResponse, "The response has no valid field '\(name)'. Try again, or check the server's address.")
  }
}
