package import AuthCore

/// The Hawcx-style servers. Not written yet: everything is answered 404.
package struct HawcxVendor: SandboxVendor {
  package let name = "hawcx"
  package let mounts = ["/hawcx", "/backend/hawcx"]

  package init(keyring: inout SandboxKeyring, random: any RandomSource) throws(AuthError) {}

  package func descriptor(baseURL: String) -> JSONObject { [:] }

  package func configuration(baseURL: String) -> JSONObject { [:] }

  package mutating func handle(_ request: SandboxRequest, world: inout SandboxWorld) -> SandboxResponse {
    .notFound(request)
  }

  package mutating func reset(world: inout SandboxWorld) {}
}
