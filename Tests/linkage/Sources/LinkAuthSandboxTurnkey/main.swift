import AuthSandboxKit
import AuthSandboxTurnkey

print(try Sandbox(vendors: [.turnkey]).handle(SandboxRequest("GET", "/sandbox/descriptor")).status)
