import AuthCore
import Testing

@testable import BackendServer

/// The server over loopback: responses in order, and an error for invalid requests.
@Suite(.timeLimit(.minutes(2)))
struct HTTPServerTests {
  private func server() throws -> HTTPServer {
    let server = try HTTPServer()
    // The handler returns `.ready`, because these tests block the threads of the pool that a later response would need.
    server.start(answering: { request in
      .ready(.ok(["path": .string(request.path), "length": .integer(Int64(request.body.count))]))
    })
    return server
  }

  @Test func answersPipelinedRequestsInOrder() throws {
    let server = try server()
    defer { server.stop() }
    let client = try LoopbackConnection(port: server.port)
    client.send(
      "POST /1 HTTP/1.1\r\nContent-Length: 3\r\n\r\noneGET /2 HTTP/1.1\r\n\r\nGET /3 HTTP/1.1\r\n"
        + "Connection: close\r\n\r\nGET /4 HTTP/1.1\r\n\r\n")
    let answers = client.everything().components(between: "{", and: "}")
    #expect(answers == [#""path":"/1","length":3"#, #""path":"/2","length":0"#, #""path":"/3","length":0"#])
  }

  @Test func answersInvalidRequestsWithAnErrorAndCloses() throws {
    let server = try server()
    defer { server.stop() }
    let cases: [(sent: String, status: Int)] = [
      ("hello\r\n\r\n", 400), ("GET / HTTP/2.0\r\n\r\n", 400),
      ("POST / HTTP/1.1\r\nContent-Length: 9223372036854775807\r\n\r\n", 413),
      ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\none\r\n0\r\n\r\n", 501),
      ("GET / HTTP/1.1\r\nX: " + String(repeating: "x", count: 20 << 10), 431),
    ]
    for (sent, status) in cases {
      let client = try LoopbackConnection(port: server.port)
      client.send(sent)
      client.endSending()
      let answer = client.everything()
      #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(sent.prefix(60)): \(answer)")
      #expect(answer.contains("\r\nConnection: close\r\n"))
      // There is one response: no bytes after an invalid request are read as a request.
      #expect(answer.components(between: "Connection: ", and: "\r\n").count == 1)
    }
    // A client with a valid request is still served.
    let client = try LoopbackConnection(port: server.port)
    client.send("GET /good HTTP/1.0\r\n\r\n")
    #expect(client.everything().contains("/good"))
  }
}
