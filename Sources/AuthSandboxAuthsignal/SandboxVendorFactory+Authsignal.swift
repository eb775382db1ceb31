import AuthCore
public import AuthSandboxKit

extension SandboxVendorFactory {
  /// The Authsignal-style servers.
  public static let authsignal = SandboxVendorFactory { (keyring, random) throws(AuthError) in
    try AuthsignalVendor(keyring: &keyring, random: random)
  }
}
