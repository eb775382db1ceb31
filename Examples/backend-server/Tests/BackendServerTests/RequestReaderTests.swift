import Testing

@testable import BackendServer

/// Requests from a connection: whole, in pieces, one after the other, cut off, too large, too slow.
struct RequestReaderTests {
  private func refusal(_ reader: inout RequestReader) -> RequestRefusal? {
    do throws(RequestRefusal) {
      _ = try reader.next()
      return nil
    } catch {
      return error
    }
  }

  @Test func readsPipelinedRequests() throws {
    let pair = try SocketPair()
    var reader = RequestReader(pair.server)
    pair.send("POST /1?a=b HTTP/1.1\r\nContent-Length: 3\r\n\r\none")
    pair.send("GET /2 HTTP/1.1\r\n\r\nPOST /3 HTTP/1.1\r\nConnection: close\r\nContent-Length: 5\r\n\r\nthree")
    let first = try #require(try reader.next())
    #expect(first.method == "POST" && first.path == "/1" && first.query == ["a": "b"])
    #expect(first.body == Array("one".utf8) && reader.keepsConnection)
    let second = try #require(try reader.next())
    #expect(second.path == "/2" && second.body.isEmpty && reader.keepsConnection)
    let third = try #require(try reader.next())
    #expect(third.path == "/3" && third.body == Array("three".utf8) && !reader.keepsConnection)
    pair.end()
    #expect(try reader.next() == nil)
  }

  @Test func bytesBeyondTheLengthStartTheNextRequest() throws {
    let pair = try SocketPair()
    var reader = RequestReader(pair.server)
    pair.send("POST /1 HTTP/1.1\r\nContent-Length: 2\r\n\r\nbody and more\r\n\r\n")
    #expect(try reader.next()?.body == Array("bo".utf8))
    #expect(refusal(&reader) == .malformed)
  }

  @Test func readsARequestInPieces() async throws {
    let request = Array("POST /1 HTTP/1.1\r\nContent-Length: 4\r\n\r\nbody".utf8)
    for cut in 1..<request.count {
      let pair = try SocketPair()
      let reader = RequestReader(pair.server)
      pair.send(Array(request[..<cut]))
      // The reader blocks until the rest arrives.
      let read = Reading(reader)
      pair.send(Array(request[cut...]))
      let (given, _) = await read.result
      #expect(given?.body == Array("body".utf8), "cut at \(cut)")
    }
  }

  @Test func ignoresATruncatedRequest() throws {
    let request = Array("POST /1 HTTP/1.1\r\nContent-Length: 4\r\n\r\nbody".utf8)
    for cut in 0..<request.count {
      let pair = try SocketPair()
      var reader = RequestReader(pair.server)
      if cut > 0 { pair.send(Array(request[..<cut])) }
      pair.end()
      #expect(try reader.next() == nil, "cut at \(cut)")
    }
  }

  @Test func limitsTheHead() throws {
    // The largest accepted head, a head with one byte more, and a head without an end.
    let start = "GET / HTTP/1.1\r\nX: "
    let rest = String(repeating: "x", count: (16 << 10) - start.utf8.count - 4)
    let cases: [(text: String, refusal: RequestRefusal?)] = [
      (start + rest + "\r\n\r\n", nil), (start + rest + "x\r\n\r\n", .headTooLarge),
      (start + String(repeating: "x", count: 32 << 10), .headTooLarge),
    ]
    for (text, expected) in cases {
      let pair = try SocketPair()
      var reader = RequestReader(pair.server)
      pair.send(text)
      #expect(refusal(&reader) == expected, "\(text.utf8.count) bytes")
    }
  }

  @Test func limitsTheBody() async throws {
    let lengths: [(length: String, refusal: RequestRefusal?)] = [
      ("1048577", .bodyTooLarge), ("9223372036854775807", .bodyTooLarge), ("18446744073709551616", .bodyTooLarge),
    ]
    for (length, expected) in lengths {
      let pair = try SocketPair()
      var reader = RequestReader(pair.server)
      pair.send("POST / HTTP/1.1\r\nContent-Length: \(length)\r\n\r\n")
      #expect(refusal(&reader) == expected, "\(length)")
    }
    let pair = try SocketPair()
    let read = Reading(RequestReader(pair.server))
    pair.send("POST / HTTP/1.1\r\nContent-Length: 1048576\r\n\r\n")
    // Each piece fits into the socket's buffer.
    for _ in 0..<64 { pair.send([UInt8](repeating: 7, count: 1 << 14)) }
    let (given, _) = await read.result
    #expect(given?.body.count == 1_048_576)
  }

  @Test func slowRequestsTimeOut() throws {
    for begun in ["G", "GET / HTTP/1.1\r\n", "POST / HTTP/1.1\r\nContent-Length: 4\r\n\r\nbod"] {
      let pair = try SocketPair()
      var reader = RequestReader(pair.server, patience: .zero)
      pair.send(begun)
      #expect(refusal(&reader) == .late, "\(begun)")
    }
    // A complete request is not late, however long it took.
    let pair = try SocketPair()
    var reader = RequestReader(pair.server, patience: .zero)
    pair.send("GET / HTTP/1.1\r\n\r\n")
    #expect(try reader.next()?.path == "/")
  }
}
