import AuthSandboxPrivy
import AuthSandboxKit

print(try Sandbox(vendors: [.privy]).handle(SandboxRequest("GET", "/sandbox/descriptor")).status)
