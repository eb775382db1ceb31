package import AuthCore

/// The Privy-style servers. Not written yet: everything is answered 404.
package struct PrivyVendor: SandboxVendor {
  package let name = "privy"
  package let mounts = ["/privy"]

  package init(keyring: inout SandboxKeyring, random: any RandomSource) throws(AuthError) {}

  package func descriptor(baseURL: String) -> JSONObject { [:] }

  package func configuration(baseURL: String) -> JSONObject { [:] }

  package mutating func handle(_ request: SandboxRequest, world: inout SandboxWorld) -> SandboxResponse {
    .notFound(request)
  }

  package mutating func reset(world: inout SandboxWorld) {}
}
