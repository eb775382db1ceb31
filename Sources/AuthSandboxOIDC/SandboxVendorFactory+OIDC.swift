import AuthCore
public import AuthSandboxKit

extension SandboxVendorFactory {
  /// An OpenID provider.
  public static let oidc = SandboxVendorFactory { (keyring, random) throws(AuthError) in
    try OIDCVendor(keyring: &keyring, random: random)
  }
}
