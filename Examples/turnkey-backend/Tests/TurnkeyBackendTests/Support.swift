import AuthCore
import AuthSandbox
import AuthTesting
import Testing
import TurnkeyBackend

extension Backend {
  /// Returns the environment variables for a sandbox.
  static func environment(_ sandbox: Sandbox) throws -> [String: String] {
    let block = try #require(sandbox.descriptor["turnkey"])
    func text(_ name: String) throws -> String { try #require(block[name]?.stringValue) }
    return [
      "TURNKEY_API_URL": try text("apiBaseURL"), "TURNKEY_ORGANIZATION_ID": try text("organizationId"),
      "TURNKEY_API_PUBLIC_KEY": try text("apiPublicKey"), "TURNKEY_API_PRIVATE_KEY": try text("apiPrivateKey"),
    ]
  }

  /// Returns a backend whose vendor is a sandbox in this process.
  static func sandboxed(_ sandbox: Sandbox, clock: any AuthClock = ManualClock()) throws -> Backend {
    try Backend(
      BackendConfiguration(environment: environment(sandbox)),
      transport: SandboxTransport(sandbox: sandbox, clock: clock), clock: clock)
  }
}
