import AuthCore
import AuthPrivyWallets
import Testing

/// The bytes that an authorisation signature covers (Privy protocol notes §9).
@Suite struct AuthorizationPayloadTests {
  @Test func signsTheCanonicalForm() throws {
    var request = try TransportRequest(
      "POST", "https://api.example.com/v1/wallets/w/rpc/",
      headers: [
        "privy-app-id": "app", "Accept": "application/json", "privy-request-expiry": "1700000000000",
        "Authorization": "Bearer secret",
      ])
    request.body = Array(#"{ "params": {"z": 1.0, "a": "ü"}, "method": "personal_sign" }"#.utf8)
    #expect(
      String(decoding: try AuthorizationPayload(request).bytes, as: UTF8.self)
        == #"{"body":{"method":"personal_sign","params":{"a":"ü","z":1}},"#
        + #""headers":{"privy-app-id":"app","privy-request-expiry":"1700000000000"},"method":"POST","#
        + #""url":"https://api.example.com/v1/wallets/w/rpc","version":1}"#)
  }

  @Test func emptyBodyIsAnEmptyText() throws {
    for body in [nil, [], Array("{}".utf8)] as [[UInt8]?] {
      var request = try TransportRequest("DELETE", "https://api.example.com/v1/x")
      request.body = body
      #expect(
        String(decoding: try AuthorizationPayload(request).bytes, as: UTF8.self)
          == #"{"body":"","headers":{},"method":"DELETE","url":"https://api.example.com/v1/x","version":1}"#)
    }
  }

  @Test func refusesABodyThatIsNotAnObject() throws {
    for text in ["[1]", "1", "{", "{\"a\":1,\"a\":2}"] {
      var request = try TransportRequest("POST", "https://api.example.com/v1/x")
      request.body = Array(text.utf8)
      #expect(throws: AuthError.self) { try AuthorizationPayload(request) }
    }
  }
}
