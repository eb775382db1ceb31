import AuthSandboxHawcx
import AuthSandboxKit

print(try Sandbox(vendors: [.hawcx]).handle(SandboxRequest("GET", "/sandbox/descriptor")).status)
