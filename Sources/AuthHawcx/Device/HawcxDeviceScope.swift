import AuthCore
import AuthCrypto

/// Whom a device is trusted for: one user of one app at one configuration (Hawcx protocol notes §9.2).
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

  /// Where the record is kept: no identifier shows in it.
  var recordKey: String { Self.recordPrefix + Self.digest([configID, appID, identifier].map { Array($0.utf8) }) }

  /// Where it is kept how often the enrolment was lost.
  var historyKey: String { "device-history/" + recordKey.dropFirst(Self.recordPrefix.count) }

  static let recordPrefix = "device/"

  /// The server's index of the device.
  func index(_ algorithm: HawcxDeviceAlgorithm, publicKey: [UInt8]) -> String {
    Self.digest([algorithm.indexLabel, configID, appID, identifier].map { Array($0.utf8) } + [publicKey])
  }

  /// What binds a proof to the app and the system.
  func appMark(platform: String) -> String {
    Self.digest(["authcore.hawcx.mapp.v1", appID, platform].map { Array($0.utf8) })
  }

  /// base64url of SHA-256 over the parts with a zero byte between them.
  private static func digest(_ parts: [[UInt8]]) -> String {
    Base64URL.encode(SHA256.hash(data: Array(parts.joined(separator: [0]))))
  }
}
