import AuthCore
import Testing

@testable import AuthAuthsignal

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The messages over the WebSocket of a QR code.
@Suite struct QRCodeMessageTests {
  @Test func buildsTheAddress() throws {
    let table = [
      ("https://api.authsignal.com/v1", "wss://api-ws.authsignal.com/ws-v1-challenge"),
      ("https://au.api.authsignal.com/v1", "wss://au.api-ws.authsignal.com/ws-v1-challenge"),
      ("https://eu.api.authsignal.com/v1", "wss://eu.api-ws.authsignal.com/ws-v1-challenge"),
      ("http://127.0.0.1:8787/authsignal/v1", "ws://127.0.0.1:8787/authsignal/ws-v1-challenge"),
    ]
    for (base, expected) in table {
      #expect(QRCodeMessage.url(of: try #require(URL(string: base)))?.absoluteString == expected)
    }
    #expect(QRCodeMessage.subprotocols(tenant: "t-1") == ["authsignal-ws", "x.authsignal.tenant.t-1"])
  }

  @Test func requestsAChallenge() throws {
    let plain = try JSONValue(parsing: Array(QRCodeMessage.create(action: "signIn", custom: nil).utf8))
    #expect(plain == ["type": "CREATE_CHALLENGE", "data": ["challengeType": "QR_CODE", "actionCode": "signIn"]])
    let custom = try JSONValue(parsing: Array(QRCodeMessage.create(action: "pay", custom: ["amount": 12]).utf8))
    #expect(custom["data"]?["custom"] == ["amount": 12])
  }

  @Test func readsServerMessages() throws {
    func message(_ type: String, _ data: JSONValue) throws(AuthError) -> QRCodeMessage {
      try QRCodeMessage(JSONValue.object(["type": .string(type), "data": data]).serializedText)
    }
    let end = Date(timeIntervalSince1970: 1_700_000_000)
    for date: JSONValue in [1_700_000_000, .string(ISO8601.encode(end))] {
      #expect(
        try message("CHALLENGE_CREATED", ["challengeId": "c", "expiresAt": date, "state": "unclaimed"])
          == .created(WaitingChallenge(id: "c", expiresAt: end)))
    }
    let token = try #require(ActionToken(Secret("aGVhZA.Ym9keQ.c2ln")))
    let states: [(JSONValue, WaitingState)] = [
      (["state": "unclaimed"], .open), (["state": "claimed"], .claimed), (["state": "rejected"], .denied),
      (["state": "approved", "accessToken": "aGVhZA.Ym9keQ.c2ln"], .approved(token)),
    ]
    for (data, state) in states {
      var data = data.objectValue ?? [:]
      data["challengeId"] = "c"
      #expect(try message("STATE_CHANGE", .object(data)) == .changed(challengeID: "c", state))
    }
    #expect(try message("PING", .null) == .other)
    let malformed: [(String, JSONValue)] = [
      ("CHALLENGE_CREATED", [:]), ("STATE_CHANGE", ["state": "claimed"]),
      ("STATE_CHANGE", ["challengeId": "c", "state": "new"]),
      ("STATE_CHANGE", ["challengeId": "c", "state": "approved"]),
      ("STATE_CHANGE", ["challengeId": "c", "state": "approved", "accessToken": "none"]),
    ]
    for (type, data) in malformed {
      #expect(throws: AuthError(.malformedResponse, "")) { try message(type, data) }
    }
    #expect(throws: AuthError(.malformedResponse, "")) { try QRCodeMessage("<html>") }
  }
}
