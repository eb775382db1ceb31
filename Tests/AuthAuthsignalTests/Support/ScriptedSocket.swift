import AuthCore

@testable import AuthAuthsignal

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A connection that delivers a test's messages and records the messages that the client sends.
final class ScriptedSocket: AuthsignalSocket {
  private struct Closed: Error {}
  private struct State {
    var sent: [String] = []
    var waiting: [String] = []
    var isClosed = false
    var ear: CheckedContinuation<String?, Never>?
  }

  private let state = Locked(State())
  let url: URL
  let subprotocols: [String]
  /// The ID of the challenge that the server creates.
  let challengeID: String

  init(_ url: URL, _ subprotocols: [String], challengeID: String = "c-1") {
    self.url = url
    self.subprotocols = subprotocols
    self.challengeID = challengeID
  }

  var sent: [String] { state.withLock { $0.sent } }
  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Reports a state of the challenge.
  func report(_ state: String, token: Secret? = nil) {
    var data: JSONObject = ["challengeId": .string(challengeID), "state": .string(state)]
    data["accessToken"] = token.map { .string($0.revealText()) }
    say("STATE_CHANGE", .object(data))
  }

  func say(_ type: String, _ data: JSONValue) {
    let text = JSONValue.object(["type": .string(type), "data": data]).serializedText
    let ear = state.withLock { state -> CheckedContinuation<String?, Never>? in
      defer { state.ear = nil }
      if state.ear == nil { state.waiting.append(text) }
      return state.ear
    }
    ear?.resume(returning: text)
  }

  func send(_ text: String) async throws {
    state.withLock { $0.sent.append(text) }
    say(
      "CHALLENGE_CREATED",
      ["challengeId": .string(challengeID), "challengeType": "QR_CODE", "expiresAt": 4_000_000_000])
  }

  func receive() async throws -> String {
    let text = await withCheckedContinuation { (ear: CheckedContinuation<String?, Never>) in
      let (now, isOver) = state.withLock { state -> (String?, Bool) in
        if !state.waiting.isEmpty { return (state.waiting.removeFirst(), true) }
        if !state.isClosed { state.ear = ear }
        return (nil, state.isClosed)
      }
      if isOver { ear.resume(returning: now) }
    }
    guard let text else { throw Closed() }
    return text
  }

  func close() async {
    let ear = state.withLock { state -> CheckedContinuation<String?, Never>? in
      defer { state.ear = nil }
      state.isClosed = true
      return state.ear
    }
    ear?.resume(returning: nil)
  }
}

/// The connections that were opened.
final class OpenedSockets: Sendable {
  private let sockets = Locked<[ScriptedSocket]>([])
  var all: [ScriptedSocket] { sockets.withLock { $0 } }
  var last: ScriptedSocket? { sockets.withLock { $0.last } }
  func add(_ socket: ScriptedSocket) { sockets.withLock { $0.append(socket) } }
}
