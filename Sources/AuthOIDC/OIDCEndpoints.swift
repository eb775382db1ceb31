import AuthCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The addresses of an OAuth 2.0 server that does not publish metadata and does not issue ID tokens. The user is read
/// from an API that the access token opens.
public struct OIDCEndpoints: Sendable {
  /// The page where users sign in (RFC 6749 §3.1); nil if the server has no such address.
  public var authorization: URL?
  /// The token endpoint (RFC 6749 §3.2).
  public var token: URL
  /// The endpoint for sign-ins on another device (RFC 8628 §3.1); nil if the server has no such address.
  public var device: URL?
  /// The revocation endpoint (RFC 7009); nil if the server has no such address.
  public var revocation: URL?
  /// The API that describes the user of an access token: a GET with a JSON object as the response.
  public var userInfo: URL
  /// The member of that object that permanently identifies the user at this server: a string or a whole number.
  public var subject: String
  /// The member with the user's name for other people, or nil.
  public var displayName: String?
  /// The member with the name or address that the user signs in with, or nil.
  public var identifier: String?

  /// What separates scopes in a token response.
  public var scopeSeparator: ScopeSeparator

  /// What separates scopes in a token response: a space (RFC 6749 §3.3), or a comma at some servers.
  public enum ScopeSeparator: String, Sendable, CaseIterable {
    /// A space.
    case space
    /// A comma.
    case comma

    var character: Character { self == .space ? " " : "," }
  }

  /// Creates the addresses of a server.
  public init(
    authorization: URL? = nil, token: URL, device: URL? = nil, revocation: URL? = nil, userInfo: URL,
    subject: String = "sub", displayName: String? = "name", identifier: String? = "email",
    scopeSeparator: ScopeSeparator = .space
  ) {
    self.authorization = authorization
    self.token = token
    self.device = device
    self.revocation = revocation
    self.userInfo = userInfo
    self.subject = subject
    self.displayName = displayName
    self.identifier = identifier
    self.scopeSeparator = scopeSeparator
  }

  /// Reads the block `endpoints`.
  ///
  /// - Throws: `invalid_configuration` for a missing or wrong value.
  init(reading reader: inout ConfigurationReader) throws(AuthError) {
    authorization = try Self.address(&reader, "authorization", "the page where users sign in")
    token = try Self.required(&reader, "token", "the token endpoint")
    device = try Self.address(&reader, "device", "the endpoint for sign-ins on another device (RFC 8628)")
    revocation = try Self.address(&reader, "revocation", "the revocation endpoint (RFC 7009)")
    userInfo = try Self.required(&reader, "userInfo", "the API that describes the user of an access token")
    subject = try reader.optionalString("subject", "the member of its response that identifies the user") ?? "sub"
    displayName = try reader.optionalString("displayName", "the member with the user's name") ?? "name"
    identifier = try reader.optionalString("identifier", "the member with the user's address or login name") ?? "email"
    scopeSeparator = try reader.choice(
      "scopeSeparator", "what separates scopes in a token response", default: ScopeSeparator.space)
  }

  private static func required(
    _ reader: inout ConfigurationReader, _ key: String, _ summary: String
  ) throws(AuthError) -> URL {
    let text = try reader.string(key, summary, example: "https://example.com/\(key)")
    if let url = url(text) { return url }
    return try reader.refused(key, form, URL(filePath: "/"))
  }

  private static func address(
    _ reader: inout ConfigurationReader, _ key: String, _ summary: String
  ) throws(AuthError) -> URL? {
    guard let text = try reader.optionalString(key, summary) else { return nil }
    if let url = url(text) { return url }
    return try reader.refused(key, form, nil)
  }

  private static let form = "an https URL without a fragment, or an http URL of a loopback host"

  /// An address, byte for byte: a slash at its end and a query are kept (RFC 6749 §3.1, §3.2).
  private static func url(_ text: String) -> URL? {
    guard Origin(text)?.isAcceptable == true, !text.contains("#") else { return nil }
    return URL(string: text)
  }
}
