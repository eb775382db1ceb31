import AuthCore

/// The stage of a step. The vendor has several names for each stage (H86).
enum HawcxStage: Sendable {
  case primary, secondFactor, device

  init?(_ name: String) {
    switch name.lowercased().filter({ $0 != "_" && $0 != "-" && $0 != " " }) {
    case "primary", "verifyidentity": self = .primary
    case "mfa", "secondfactor": self = .secondFactor
    case "devicetrust", "setupdevice", "devicechallenge": self = .device
    default: return nil
    }
  }

  /// The stage's name in `PromptContext.phase`.
  var phase: String {
    switch self {
    case .primary: "primary"
    case .secondFactor: "mfa"
    case .device: "device"
    }
  }
}
