import AuthCore
import AuthCrypto

/// What a start may tell about the device. GUESS H25: the names of the signals, and what the fingerprint is of: a name
/// that this installation made up, the user and the configuration, and no number of the hardware.
struct HawcxDeviceInformation: Sendable, Equatable {
  let fingerprint: String
  /// The system's and this package's names, and what the app adds (`FlowProfile.hawcxDeviceSignals`).
  let signals: JSONObject

  init(installation: String, scope: HawcxDeviceScope, signals: JSONObject) {
    fingerprint = Base64URL.encode(
      SHA256.hash(data: Array([installation, scope.identifier, scope.configID].joined(separator: "\u{0}").utf8)))
    var all: JSONObject = ["os": .string(HawcxPlatform.name), "sdk_version": .string(PackageVersion.current)]
    for member in signals.members where all[member.name] == nil { all[member.name] = member.value }
    self.signals = all
  }

  var json: JSONObject { ["v": 1, "fingerprint": .string(fingerprint), "signals": .object(signals)] }
}
