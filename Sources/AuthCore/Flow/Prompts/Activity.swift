/// The current activity of a flow.
public enum Activity: String, Sendable, Hashable {
  /// A request to the vendor.
  case request
  /// A passkey ceremony.
  case passkey
  /// The registration or the use of a key of this device, with which the vendor recognises the device.
  case deviceTrust
  /// Fetching a token from the app's identity system or backend.
  case tokenFetch
  /// A request that asks the server whether the user has decided on the other device.
  case polling
}
