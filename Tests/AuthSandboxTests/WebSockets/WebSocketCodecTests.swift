import AuthCore
import AuthSandbox
import Testing

@testable import AuthSandboxKit

/// RFC 6455 in tables: valid frames of a client, split at any byte, and the errors that end the connection.
@Suite struct WebSocketCodecTests {
  private typealias Event = WebSocketFrameReader.Event
  private typealias Failure = WebSocketFrameReader.Failure

  /// A client's masked frame, built here from the RFC.
  ///
  /// - Parameters:
  ///   - head: The first byte.
  ///   - payload: The payload, before masking.
  ///   - lengthForm: The number of bytes of the extended length (0, 2 or 8); nil for the shortest form.
  ///   - mask: The masking key, four bytes.
  private static func frame(
    _ head: UInt8, _ payload: [UInt8], lengthForm: Int? = nil, mask: [UInt8] = [0x37, 0xFA, 0x21, 0x3D]
  ) -> [UInt8] {
    let form = lengthForm ?? (payload.count < 126 ? 0 : payload.count < 65_536 ? 2 : 8)
    let length: [UInt8] =
      form == 0
      ? [0x80 | UInt8(payload.count)]
      : [form == 2 ? 0xFE : 0xFF] + (0..<form).map { UInt8(truncatingIfNeeded: payload.count >> (8 * (form - 1 - $0))) }
    return [head] + length + mask + payload.enumerated().map { $1 ^ mask[$0 % 4] }
  }

  private static func text(_ text: String) -> [UInt8] { frame(0x81, Array(text.utf8)) }

  /// Reads the events from bytes that arrive in pieces of `pieces` bytes.
  private func read(_ bytes: [UInt8], pieces: Int, limit: Int = 1000) throws(Failure) -> [Event] {
    var reader = WebSocketFrameReader(limit: limit)
    var events: [Event] = []
    for start in stride(from: 0, to: bytes.count, by: pieces) {
      reader.append(bytes[start..<min(start + pieces, bytes.count)])
      while let event = try reader.next() { events.append(event) }
    }
    return events
  }

  @Test func readsTheRFCsExamples() throws {
    // RFC 6455 §5.7.
    let hello: [UInt8] = [0x81, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58]
    #expect(try read(hello, pieces: 1) == [.text("Hello")])
    #expect(WebSocketFrame.text("Hello") == [0x81, 0x05, 0x48, 0x65, 0x6C, 0x6C, 0x6F])
    #expect(WebSocketFrame.bytes(.pong, Array("Hello".utf8)) == [0x8A, 0x05, 0x48, 0x65, 0x6C, 0x6C, 0x6F])
    #expect(WebSocketFrame.bytes(.binary, [UInt8](repeating: 0, count: 256)).prefix(4) == [0x82, 0x7E, 0x01, 0x00])
    #expect(
      WebSocketFrame.bytes(.binary, [UInt8](repeating: 0, count: 65_536)).prefix(10)
        == [0x82, 0x7F, 0, 0, 0, 0, 0, 1, 0, 0])
    #expect(WebSocketFrame.close(.goingAway, "x") == [0x88, 0x03, 0x03, 0xE9, 0x78])
    #expect(WebSocketFrame.close(.normal, String(repeating: "é", count: 100)).count == 2 + 124)
  }

  @Test func readsFramesInAnyPieces() throws {
    let long = String(repeating: "ä", count: 300)
    let bytes =
      Self.text("") + Self.frame(0x01, Array("Hel".utf8)) + Self.frame(0x89, [1, 2]) + Self.frame(0x00, [])
      + Self.frame(0x80, Array("lo".utf8)) + Self.frame(0x8A, []) + Self.text(long)
      + Self.frame(0x88, [0x03, 0xE8] + Array("bye".utf8))
    let expected: [Event] = [.text(""), .ping([1, 2]), .text("Hello"), .pong, .text(long), .close([0x03, 0xE8])]
    for pieces in [1, 2, 3, 7, 64, bytes.count] { #expect(try read(bytes, pieces: pieces) == expected, "\(pieces)") }
    // The bytes of a character can be split between frames.
    let cut = Array("é".utf8)
    #expect(try read(Self.frame(0x01, [cut[0]]) + Self.frame(0x80, [cut[1]]), pieces: 1) == [.text("é")])
    #expect(try read(Self.frame(0x88, []), pieces: 1) == [.close([])])
  }

  @Test func protocolErrorsEndTheConnection() {
    let cases: [([UInt8], WebSocketCloseCode)] = [
      ([0x81, 0x05, 0x48, 0x65, 0x6C, 0x6C, 0x6F], .protocolError),  // not masked
      (Self.frame(0xC1, []), .protocolError),  // a reserved bit
      (Self.frame(0x83, []), .protocolError),  // an unknown opcode
      (Self.frame(0x8B, []), .protocolError),
      (Self.frame(0x09, []), .protocolError),  // a control frame in pieces
      (Self.frame(0x89, [UInt8](repeating: 0, count: 126)), .protocolError),
      (Self.frame(0x80, []), .protocolError),  // a continuation without a first frame
      (Self.frame(0x01, []) + Self.text("x"), .protocolError),  // a message within another
      (Self.frame(0x81, [0x61], lengthForm: 2), .protocolError),  // not the shortest form
      (Self.frame(0x81, [UInt8](repeating: 0x61, count: 300), lengthForm: 8), .protocolError),
      ([0x81, 0xFF, 0x80, 0, 0, 0, 0, 0, 0, 0], .protocolError),
      (Self.frame(0x82, [1]), .unsupportedData),
      (Self.frame(0x81, [0xC3, 0x28]), .invalidData),
      (Self.frame(0x81, [0xED, 0xA0, 0x80]), .invalidData),
      ([0x81, 0xFF, 0, 0, 0, 0, 0, 1, 0, 0], .tooBig),  // before any byte of the payload
      (Self.frame(0x01, [UInt8](repeating: 0x61, count: 600)) + [0x80, 0xFE, 0x02, 0x58], .tooBig),
      (Self.frame(0x88, [3]), .protocolError),
      (Self.frame(0x88, [0x03, 0xED]), .protocolError),  // 1005 is never sent
      (Self.frame(0x88, [0x03, 0xE8, 0xFF]), .invalidData),
    ]
    for (bytes, code) in cases {
      for pieces in [1, bytes.count] {
        do throws(Failure) {
          let events = try read(bytes, pieces: pieces)
          Issue.record("\(Hex.encode(bytes.prefix(16))) is read as \(events)")
        } catch {
          #expect(error.code == code, "\(Hex.encode(bytes.prefix(16)))")
        }
      }
    }
  }

  @Test func limitAppliesToTheWholeMessage() throws {
    let half = [UInt8](repeating: 0x61, count: 500)
    #expect(try read(Self.frame(0x01, half) + Self.frame(0x80, half), pieces: 100).count == 1)
    #expect(throws: Failure.self) { try read(Self.frame(0x01, half) + Self.frame(0x80, half + [0x61]), pieces: 100) }
  }

  @Test func exchangesMessagesAndPings() {
    var talk = WebSocketConversation()
    #expect(talk.receive(Self.text("a") + Self.frame(0x89, [7])) == [.deliver("a"), .send([0x8A, 1, 7])])
    #expect(talk.say(.text("b")) == [.send([0x81, 1, 0x62])])
    #expect(talk.receive(Self.frame(0x88, [0x0F, 0xA0, 0x78])) == [.send([0x88, 2, 0x0F, 0xA0]), .end])
    #expect(talk.isOver)
    #expect(talk.receive(Self.text("late")) == [])
    #expect(talk.say(.text("late")) == [])
    #expect(talk.lose() == [])
  }

  /// After its own close frame, the server sends nothing more and waits for the client's close frame.
  @Test func serverClosesTheConnection() {
    var talk = WebSocketConversation()
    #expect(talk.say(.close(.policyViolation, "no")) == [.send([0x88, 4, 0x03, 0xF0, 0x6E, 0x6F])])
    #expect(talk.isClosing && !talk.isOver)
    #expect(talk.say(.text("more")) == [])
    #expect(talk.receive(Self.text("more") + Self.frame(0x89, [])) == [])
    #expect(talk.receive(Self.frame(0x88, [0x03, 0xF0])) == [.end])
    var unanswered = WebSocketConversation()
    _ = unanswered.say(.close(.normal, ""))
    #expect(unanswered.lose() == [.end])
    var broken = WebSocketConversation()
    #expect(broken.receive(Self.frame(0x82, []) + Self.text("x")).last == .end)
    #expect(broken.isOver)
  }

  private func shake(_ headers: HTTPHeaders, method: String = "GET") -> SandboxResponse {
    switch WebSocketHandshake.read(SandboxRequest(method, "/x", headers: headers)) {
    case .success(let handshake):
      handshake.response(SandboxSocketID("s"), subprotocol: handshake.subprotocols.first ?? "")
    case .failure(let refusal): refusal.response
    }
  }

  @Test func handshakes() {
    // RFC 6455 §1.3.
    let good: HTTPHeaders = [
      "Upgrade": "WebSocket", "Connection": "keep-alive, Upgrade", "Sec-WebSocket-Version": "13",
      "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Protocol": " chat ,superchat",
    ]
    let answer = shake(good)
    #expect(answer.status == 101)
    #expect(answer.headers["Sec-WebSocket-Accept"] == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
    #expect(answer.headers["Sec-WebSocket-Protocol"] == "chat")
    #expect(answer.socket == SandboxSocketID("s"))
    #expect(shake(good, method: "POST").status == 405)
    for (name, value, status) in [
      ("Upgrade", nil, 426), ("Upgrade", "h2c", 426), ("Connection", "close", 426),
      ("Sec-WebSocket-Version", "8", 426), ("Sec-WebSocket-Version", nil, 426), ("Sec-WebSocket-Key", nil, 400),
      ("Sec-WebSocket-Key", "AAAA", 400), ("Sec-WebSocket-Key", "?", 400),
    ] as [(String, String?, Int)] {
      var headers = good
      headers[name] = value
      #expect(shake(headers).status == status, "\(name)")
      #expect(shake(headers).socket == nil)
    }
  }
}
