import AuthSandboxKit
import AuthSandboxPrivy

print(try Sandbox(vendors: [.privy]).handle(SandboxRequest("GET", "/sandbox/descriptor")).status)
