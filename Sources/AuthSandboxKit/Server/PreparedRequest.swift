import AuthCore

/// A request that is prepared outside the daemon's thread, which must not block.
final class PreparedRequest: Sendable {
  private let request: Locked<SandboxRequest>

  init(_ request: SandboxRequest) { self.request = Locked(request) }

  var value: SandboxRequest { request.withLock { $0 } }

  func prepare(by sandbox: Sandbox) async {
    let prepared = await sandbox.prepared(value)
    request.withLock { $0 = prepared }
  }
}
