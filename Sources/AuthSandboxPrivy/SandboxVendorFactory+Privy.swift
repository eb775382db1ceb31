import AuthCore
public import AuthSandboxKit

extension SandboxVendorFactory {
  /// The Privy-style servers.
  public static let privy = SandboxVendorFactory { (keyring, random) throws(AuthError) in
    try PrivyVendor(keyring: &keyring, random: random)
  }
}
