import AuthSandboxKit
import AuthSandboxOIDC

print(try Sandbox(vendors: [.oidc]).handle(SandboxRequest("GET", "/sandbox/descriptor")).status)
