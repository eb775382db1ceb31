import AuthSandboxTurnkey
import AuthSandboxKit

print(try Sandbox(vendors: [.turnkey]).handle(SandboxRequest("GET", "/sandbox/descriptor")).status)
