import AuthCore
import AuthCrypto

/// The scope of a trusted device: one user of one app at one configuration (H84).
struct HawcxDeviceScope: Sendable, Hashable {
  let configID: String
  let appID: String
  /// The identifier in Unicode's form C, without surrounding white space, in lower case.
  let identifier: String

  init(configID: String, appID: String, identifier: String) {
    self.configID = configID
    self.appID = appID
    self.identifier = identifier.canonicallyComposed.trimmingBlanks.lowercased()
  }

  /// The record's key: `recordPrefix`, then the base64url of SHA-256 over the three parts with a zero byte between
  /// them. It does not reveal the identifier.
  var recordKey: String {
    let parts = [configID, appID, identifier].map { Array($0.utf8) }
    return Self.recordPrefix + Base64URL.encode(SHA256.hash(data: Array(parts.joined(separator: [0]))))
  }

  /// The key of the record of lost enrolments.
  var historyKey: String { "device-history/" + recordKey.dropFirst(Self.recordPrefix.count) }

  static let recordPrefix = "device/"
}
