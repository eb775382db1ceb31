import AuthCore
public import AuthSandboxKit

extension SandboxVendorFactory {
  /// The Turnkey-style servers.
  public static let turnkey = SandboxVendorFactory { (keyring, random) throws(AuthError) in
    try TurnkeyVendor(keyring: &keyring, random: random)
  }
}
