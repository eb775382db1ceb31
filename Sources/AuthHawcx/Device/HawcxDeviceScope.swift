import AuthCore
import AuthCrypto

/// Whom a device is trusted for: one user of one app at one configuration (H84).
struct HawcxDeviceScope: Sendable, Hashable {
  let configID: String
  let appID: String
  /// The identifier in Unicode's form C, without blanks around it, in lower case.
  let identifier: String

  init(configID: String, appID: String, identifier: String) {
    self.configID = configID
    self.appID = appID
    self.identifier = identifier.canonicallyComposed.trimmingBlanks.lowercased()
  }

  /// Where the record is kept, base64url of SHA-256 over the three parts with a zero byte between them: no identifier
  /// shows in it.
  var recordKey: String {
    let parts = [configID, appID, identifier].map { Array($0.utf8) }
    return Self.recordPrefix + Base64URL.encode(SHA256.hash(data: Array(parts.joined(separator: [0]))))
  }

  /// Where it is kept how often the enrolment was lost.
  var historyKey: String { "device-history/" + recordKey.dropFirst(Self.recordPrefix.count) }

  static let recordPrefix = "device/"
}
