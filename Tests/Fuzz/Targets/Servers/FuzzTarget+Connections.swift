import AuthCore
import FuzzTargets

@testable import AuthSandboxKit
@testable import AuthSandboxTurnkey
@testable import AuthTransport

extension FuzzTarget {
  /// Bytes of a connection. It makes no difference whether they arrive together or one at a time.
  static let connections = FuzzTarget(name: "connections") { bytes in
    var whole = WebSocketConversation()
    let effects = whole.receive(bytes)
    var slow = WebSocketConversation()
    require(bytes.flatMap { slow.receive([$0]) } == effects, "frames are read differently in pieces")
    require(whole.isOver == slow.isOver, "a conversation in pieces ends differently")

    var redirect = RedirectRequest(path: "/callback", authority: "127.0.0.1:8080", state: "s")
    if case .hit(let target) = redirect.take(bytes) {
      require(target.hasPrefix("/callback?") && target.utf8.contains(0x73), "a request without the state was accepted")
    }
    _ = TurnkeyEthereumTransaction(bytes)
  }
}
