import AuthCore
import AuthTesting
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct SessionRecordTests {
  static let full = SessionStoreConformance.example("one", generation: .max)

  @Test func everyPartReadsBack() throws {
    #expect(try SessionRecord.decode(SessionRecord.encode(Self.full)) == Self.full)
    let bare = Session(
      id: SessionID(""), providerID: "", tenant: "", subject: "", createdAt: Date(timeIntervalSince1970: 0.1))
    #expect(try SessionRecord.decode(SessionRecord.encode(bare)) == bare)
  }

  @Test("a token that is text is stored as text, as earlier releases read it") func textStaysText() throws {
    let record = SessionRecord.encode(.sample(access: "access-1"))
    let object = try #require(try JSONValue(parsing: record.revealBytes()).objectValue)
    #expect(object["access"]?.stringValue == "access-1")
  }

  @Test func everyInstantReadsBack() throws {
    let random = SeededRandomSource()
    for _ in 0..<500 {
      var session = Self.full
      session.createdAt = Date(timeIntervalSince1970: random.fraction() * 4e9)
      session.expiresAt = Date(timeIntervalSince1970: random.fraction() * 4e9)
      #expect(try SessionRecord.decode(SessionRecord.encode(session)) == session)
    }
  }

  @Test func claimsOfWholeNumbersReadBack() throws {
    var session = Self.full
    session.claims = try #require(try JSONValue(parsing: #"{"a":1.0,"b":[1e3],"c":-0.0}"#).objectValue)
    #expect(try SessionRecord.decode(SessionRecord.encode(session)) == session)
  }

  @Test func tokensThatAreNotTextReadBack() throws {
    var session = Self.full
    session.tokens.access = Secret(Array(UInt8(0)...255))
    session.tokens.other = ["binary": Secret([0xC3] as [UInt8]), "empty": Secret("")]
    #expect(try SessionRecord.decode(SessionRecord.encode(session)) == session)
  }

  @Test func laterVersionsAreDistinguishedFromDamage() throws {
    for version in [2, 3, 1_000_000] as [Int64] {
      #expect(throws: AuthError(.storeVersion, "")) {
        try SessionRecord.decode(try changed { $0["v"] = .integer(version) })
      }
    }
    for version in [0, -1, "1", nil, 1.5] as [JSONValue] {
      #expect(throws: AuthError(.storeCorrupt, "")) { try SessionRecord.decode(try changed { $0["v"] = version }) }
    }
  }

  @Test func missingFieldsAreDamage() throws {
    for name in ["v", "id", "provider", "tenant", "subject", "created", "generation"] {
      let error = #expect(throws: AuthError.self) { try SessionRecord.decode(try changed { $0[name] = nil }) }
      #expect(error?.code == .storeCorrupt && error?.message.contains("'\(name)'") == true)
    }
    for name in [
      "identifier", "name", "expires", "key", "access", "refresh", "identity", "other", "claims", "tags", "adapter",
    ] {
      _ = try SessionRecord.decode(try changed { $0[name] = nil })
    }
  }

  @Test func fieldsInAnotherFormAreDamage() throws {
    let names = JSONObject(try object().members.map { ($0.name, $0.value) }).names
    #expect(names.count == 18)
    for name in names {
      for wrong in [nil, true, [1], [[:]]] as [JSONValue] {
        let error = #expect(throws: AuthError.self, "\(name)") {
          try SessionRecord.decode(try changed { $0[name] = wrong })
        }
        #expect(error?.code == .storeCorrupt)
      }
    }
    for generation in ["-1", "", "1.0", "18446744073709551616", " 1"] as [JSONValue] {
      #expect(throws: AuthError(.storeCorrupt, "")) {
        try SessionRecord.decode(try changed { $0["generation"] = generation })
      }
    }
    #expect(throws: AuthError(.storeCorrupt, "")) { try SessionRecord.decode(try changed { $0["tags"] = ["a": 1] }) }
    #expect(throws: AuthError(.storeCorrupt, "")) { try SessionRecord.decode(try changed { $0["other"] = ["a": 1] }) }
    #expect(throws: AuthError(.storeCorrupt, "")) {
      try SessionRecord.decode(try changed { $0["access"] = ["base64": "*"] })
    }
  }

  @Test func invalidRecordsAreCorruptAndNotQuoted() {
    for text in ["", "{", "[]", "null", "{\"canary\":1}", "\"canary\"", "{\"v\":1,\"v\":1}"] {
      let error = #expect(throws: AuthError.self) { try SessionRecord.decode(Secret(text)) }
      #expect(error?.code == .storeCorrupt)
      #expect(error?.description.contains("canary") == false)
    }
  }

  private func object() throws -> JSONObject {
    try #require(try JSONValue(parsing: SessionRecord.encode(Self.full).revealBytes()).objectValue)
  }

  private func changed(_ change: (inout JSONObject) -> Void) throws -> Secret {
    var object = try object()
    change(&object)
    return Secret(JSONValue.object(object).serialized)
  }
}
