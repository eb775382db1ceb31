import AuthCore
import AuthSandbox
import FuzzTargets

@testable import AuthSandboxKit

extension FuzzTarget {
  /// One sandbox for all inputs, because its keys take long to make. Every input begins with a reset.
  private static let shared: Sandbox = {
    do throws(AuthError) { return try Sandbox(baseURL: "http://127.0.0.1:8080") } catch {
      preconditionFailure("the sandbox cannot be made: \(error)")
    }
  }()

  /// Requests to all vendors' servers, to the app's backend and to the control routes: each gets a response whose
  /// status is below 600 and not 500, or opens a socket, which then takes the input's later requests as messages too.
  static let sandbox = FuzzTarget(name: "sandbox") { bytes in
    _ = shared.handle(SandboxRequest("POST", "/sandbox/reset"))
    var script = SandboxScript(shared.descriptor)
    var open: [SandboxSocketID] = []
    for part in bytes.split(separator: SandboxScript.separator).prefix(16) {
      let request = script.request(part)
      let response = shared.handle(request)
      require(
        (100..<600).contains(response.status) && response.status != 500,
        "\(request.method) \(request.target) returned \(response.status)")
      for socket in open { shared.receive(String(decoding: request.body, as: UTF8.self), on: socket) }
      if let socket = response.socket, shared.attach(socket, deliver: { _ in }) { open.append(socket) }
      script.read(response.body)
    }
    for socket in open { shared.detach(socket) }
  }
}
