import AuthCore
import AuthCrypto

/// The device information of a start, which contains no hardware ID. GUESS H25: the names of the signals and the
/// content of the fingerprint are assumed. The fingerprint is a hash of an ID that this installation generated, of the
/// user's identifier, and of the configuration ID.
struct HawcxDeviceInformation: Sendable, Equatable {
  let fingerprint: String
  /// The names of the system and of this package, and the app's additions (`FlowProfile.hawcxDeviceSignals`).
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
