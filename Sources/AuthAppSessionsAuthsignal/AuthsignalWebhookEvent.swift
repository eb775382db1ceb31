public import AuthAppSessions
public import AuthCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An event of an Authsignal-style tenant whose signature was checked (A89).
public struct AuthsignalWebhookEvent: Sendable {
  /// The event's id.
  public let id: String
  /// The type, for example `authenticator.deleted`.
  public let type: String
  /// The vendor's id of the tenant.
  public let tenantID: String
  /// When the event happened.
  public let time: Date
  /// The user's id at the vendor; nil if the event has no user.
  public let userID: String?
  /// The event's own members.
  public let data: JSONObject
  /// The time until which a copy of the same delivery would be accepted.
  let receivedUntil: Date

  /// The length in bytes of the longest accepted id.
  private static let maximumIDByteCount = 1024

  init(_ body: [UInt8], receivedUntil: Date) throws(AuthError) {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue(parsing: body, depthLimit: 32)
    } catch {
      throw Self.malformed("is not JSON")
    }
    guard value["version"]?.integerValue == 1 else { throw Self.malformed("does not have the version 1") }
    guard let time = value["time"]?.stringValue.flatMap(ISO8601.decode) else { throw Self.malformed("has no time") }
    guard let data = value["data"]?.objectValue else { throw Self.malformed("has no data") }
    id = try Self.identifier(value, "id")
    type = try Self.identifier(value, "type")
    tenantID = try Self.identifier(value, "tenantId")
    userID = data["userId"] == nil ? nil : try Self.identifier(.object(data), "userId")
    self.time = time
    self.data = data
    self.receivedUntil = receivedUntil
  }

  /// Returns the event for `AppSessions.handle(_:)`.
  ///
  /// - Parameters:
  ///   - provider: the provider instance whose sessions the event ends.
  ///   - endingTypes: the types that end the user's sessions. The vendor has no event for the end of a session. Only
  ///     the removal of an authenticator indicates that another person may have the device.
  public func notice(
    of provider: ProviderID, endingTypes: Set<String> = ["authenticator.deleted"]
  ) -> AppSessionNotice {
    var endings: [AppSessionEnding] = []
    if endingTypes.contains(type), let userID {
      endings = [
        AppSessionEnding(provider: provider, target: .subject(userID), before: time, reason: .credentialChange)
      ]
    }
    return AppSessionNotice(
      source: "authsignal/" + tenantID, id: id, endings: endings, keepUntil: receivedUntil.addingTimeInterval(86_400))
  }

  /// Returns the value of a field that is an identifier.
  private static func identifier(_ value: JSONValue, _ field: String) throws(AuthError) -> String {
    guard let text = value[field]?.stringValue, !text.isEmpty, text.utf8.count <= maximumIDByteCount else {
      throw malformed("has no valid \(field): the field must be a string of 1 to \(maximumIDByteCount) bytes")
    }
    return text
  }

  private static func malformed(_ fault: String) -> AuthError {
    AuthError(
      .invalidRequest,
      "The webhook \(fault). Its signature is valid, so the vendor's format may have changed: update this package.")
  }
}

extension AuthsignalWebhookEvent: Redacting {
  /// The id and the type. The data can contain one-time codes.
  public var shownParts: KeyValuePairs<String, String> { ["id": id, "type": type] }
}
