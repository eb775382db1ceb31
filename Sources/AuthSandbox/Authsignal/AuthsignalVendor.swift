package import AuthCore

/// The Authsignal-style servers. Not written yet: everything is answered 404.
package struct AuthsignalVendor: SandboxVendor {
  package let name = "authsignal"
  package let mounts = ["/authsignal", "/backend/track", "/backend/authsignal"]

  package init(keyring: inout SandboxKeyring, random: any RandomSource) throws(AuthError) {}

  package func descriptor(baseURL: String) -> JSONObject { [:] }

  package func configuration(baseURL: String) -> JSONObject { [:] }

  package mutating func handle(_ request: SandboxRequest, world: inout SandboxWorld) -> SandboxResponse {
    .notFound(request)
  }

  package mutating func reset(world: inout SandboxWorld) {}
}
