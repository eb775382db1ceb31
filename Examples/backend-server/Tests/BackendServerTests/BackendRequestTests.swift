import AuthCore
import BackendServer
import Testing

/// What a backend reads of a request.
struct BackendRequestTests {
  @Test func readsTheTargetAndTheToken() {
    let request = BackendRequest(
      "GET", "/a?b=c%20d&b=e&f", headers: ["authorization": "BEARER t", "DPoP": "p"])
    #expect(request.path == "/a" && request.target == "/a?b=c%20d&b=e&f" && request.query["b"] == "c d")
    #expect(request.bearer?.revealText() == "t" && request.headers["dpop"] == "p")
    for value in ["Bearer", "Bearer a b", "Basic t", ""] {
      #expect(BackendRequest("GET", "/", authorization: value).bearer == nil, "\(value)")
    }
    #expect(BackendRequest("GET", "/").headers.fields.isEmpty)
  }
}
