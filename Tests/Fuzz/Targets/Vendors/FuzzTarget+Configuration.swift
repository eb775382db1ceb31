import AuthAuthsignal
import AuthCore
import AuthHawcx
import AuthOIDC
import AuthPrivy
import AuthTurnkey
import FuzzTargets

extension FuzzTarget {
  /// A configuration without faults can be loaded.
  static let configuration = FuzzTarget(name: "configuration") { bytes in
    let check = ConfigurationCheck(parsing: bytes, plugins: [.turnkey, .privy, .hawcx, .authsignal, .oidc])
    let configuration = try? AuthConfiguration(parsing: bytes)
    require(!check.faults.isEmpty || configuration != nil, "a configuration without faults cannot be loaded")
  }
}
