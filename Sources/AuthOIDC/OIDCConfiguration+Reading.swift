import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The values of the block that need more than one call of the reader.
extension OIDCConfiguration {
  /// Reads the scopes. An OpenID Connect request always has `openid`.
  static func scopes(
    _ reader: inout ConfigurationReader, _ known: OIDCPreset.Values, isOpenID: Bool, isWithoutUser: Bool
  ) throws(AuthError) -> [String] {
    let named = try reader.strings(
      "scopes",
      "the requested scopes, with `openid` at an OpenID Connect issuer; a token with further scopes is refused")
    if !named.allSatisfy(isScope) { _ = try reader.refused("scopes", "a list of scopes without spaces", ()) }
    let isPreset = (isOpenID || known.endpoints != nil) && !isWithoutUser
    let wanted = named.isEmpty && isPreset ? known.scopes : named
    // A service itself has no ID token, and an exchanged token need not have one.
    return !isOpenID || isWithoutUser || wanted.contains("openid") ? wanted : ["openid"] + wanted
  }

  /// Parameters that the flow sets itself.
  private static let ownParameters: Set = [
    "response_type", "client_id", "redirect_uri", "scope", "state", "nonce", "code_challenge", "code_challenge_method",
    "request", "request_uri", "resource", "response_mode", "dpop_jkt",
  ]

  static func parameters(
    _ reader: inout ConfigurationReader, _ known: OIDCPreset.Values
  ) throws(AuthError) -> [(name: String, value: String)] {
    let key = "authorizationParameters"
    guard let value = reader.value(key, "further parameters of the issuer's page: an object of strings") else {
      return known.authorizationParameters
    }
    guard let object = value.objectValue, object.members.allSatisfy({ $0.value.stringValue != nil }) else {
      return try reader.refused(key, "an object of strings", [])
    }
    if let own = object.names.first(where: ownParameters.contains) {
      _ = try reader.refused(key, "without '\(own)', which the flow sets itself", ())
    }
    let added = object.members.map { (name: $0.name, value: $0.value.stringValue ?? "") }
    return known.authorizationParameters.filter { object[$0.name] == nil } + added
  }

  /// Reads absolute URIs without a fragment (RFC 8707 §2).
  static func resources(_ reader: inout ConfigurationReader) throws(AuthError) -> [String] {
    let named = try reader.strings("resources", "the APIs that the access token is for (RFC 8707)")
    if !named.allSatisfy({ !$0.contains("#") && URL(string: $0)?.scheme != nil }) {
      _ = try reader.refused("resources", "a list of absolute URIs without a fragment", ())
    }
    return named
  }

  /// Reads a redirect URI without changing its text: an app's own scheme, https, or http on loopback (RFC 8252 §7),
  /// without a fragment (RFC 6749 §3.1.2).
  static func redirect(
    _ reader: inout ConfigurationReader, _ key: String, _ summary: String
  ) throws(AuthError) -> URL? {
    guard let text = try reader.optionalString(key, summary) else { return nil }
    guard let url = URL(string: text), OIDCRedirect.isAcceptable(url) else {
      return try reader.refused(
        key, "https, http on a loopback address, or the app's own scheme, without a fragment", nil)
    }
    return url
  }

  /// Returns whether the text is a scope (RFC 6749 §3.3).
  static func isScope(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }
  }
}
