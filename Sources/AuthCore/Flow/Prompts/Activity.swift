/// The current activity of a flow.
public enum Activity: String, Sendable, Hashable {
  /// A request to the vendor.
  case request
  /// A passkey ceremony.
  case passkey
  /// Proving that the device is known.
  case deviceTrust
  /// Fetching a token from the app's identity system or backend.
  case tokenFetch
  /// Asking whether the other device has decided.
  case polling
}
