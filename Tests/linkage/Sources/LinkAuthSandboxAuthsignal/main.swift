import AuthSandboxAuthsignal
import AuthSandboxKit

print(try Sandbox(vendors: [.authsignal]).handle(SandboxRequest("GET", "/sandbox/descriptor")).status)
