import AuthSandboxKit

print(try Sandbox(vendors: []).handle(SandboxRequest("GET", "/sandbox/descriptor")).status)
