package import AuthCore

/// The Turnkey-style servers. Not written yet: everything is answered 404.
package struct TurnkeyVendor: SandboxVendor {
  package let name = "turnkey"
  package let mounts = ["/turnkey", "/turnkey-proxy"]

  package init(keyring: inout SandboxKeyring, random: any RandomSource) throws(AuthError) {}

  package func descriptor(baseURL: String) -> JSONObject { [:] }

  package func configuration(baseURL: String) -> JSONObject { [:] }

  package mutating func handle(_ request: SandboxRequest, world: inout SandboxWorld) -> SandboxResponse {
    .notFound(request)
  }

  package mutating func reset(world: inout SandboxWorld) {}
}
