import AuthCore
public import AuthSandboxKit

extension SandboxVendorFactory {
  /// The Hawcx-style servers.
  public static let hawcx = SandboxVendorFactory { (keyring, random) throws(AuthError) in
    try HawcxVendor(keyring: &keyring, random: random)
  }
}
