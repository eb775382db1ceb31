import AuthCore
import Testing

@testable import AuthAppSessions

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The stored forms. The texts pin the format: a record of an earlier build must stay readable.
@Suite struct RecordCodecTests {
  static let id = SessionID("AAAAAAAAAAAAAAAAAAAAAA")
  private static let full =
    #"{"v":1,"subject":"jane","provider":"op","user":"u1","claims":{"plan":"pro"},"authenticated":1767225590000,"#
    + #""issued":1767225600000,"ends":1775001600000,"renewed":1767225600250,"renewable":1768435200000,"#
    + #""family":"AQ","refresh":"Ag","access":[{"hash":"Aw","expires":1767229200000},{"hash":"BA","expires":1}],"#
    + #""handles":["h1","h2"],"sid":"s1","device":"Firefox","jkt":"thumb","#
    + #""retry":{"spent":"BQ","salt":"Bg","until":1767225605000}}"#

  @Test("a session keeps every field") func live() throws {
    let stored = try StoredAppSession(Self.id, Secret(Self.full))
    #expect(stored.record == Secret(Self.full))
    guard case .live(let session) = stored else { throw AuthError(.internalError, "not live") }
    #expect(session.facts.id == Self.id && session.facts.subject == "jane" && session.facts.providerSession == "s1")
    #expect(session.facts.renewedAt == Date(timeIntervalSince1970: 1_767_225_600.25))
    #expect(session.facts.tokenExpiresAt == Date(timeIntervalSince1970: 1_767_229_200))
    #expect(session.familyHash == [1] && session.refreshHash == [2] && session.access.map(\.hash) == [[3], [4]])
    #expect(session.retry?.salt == [6] && stored.handles == ["h1", "h2"])
  }

  @Test("the remains of an ended session, and lists, keep every field") func others() throws {
    let ended = #"{"v":1,"reason":"reuse","at":1767225600000,"keep":1767312000000,"handles":["h1"]}"#
    let stored = try StoredAppSession(Self.id, Secret(ended))
    #expect(stored.record == Secret(ended))
    for text in [
      #"{"v":1,"sessions":[]}"#, #"{"v":1,"sessions":[{"id":"a","at":1}],"closed":{"at":2}}"#,
      #"{"v":1,"sessions":[{"id":"a","at":1},{"id":"b","at":2}],"closed":{"at":2,"before":1}}"#,
    ] {
      #expect(try AppSessionIndex(Secret(text)).record == Secret(text))
    }
  }

  @Test("a record with any field missing or of another type is corrupt, never a default") func damage() throws {
    let fields = try #require(try JSONValue(parsing: Self.full).objectValue)
    let optional = ["sid", "device", "jkt", "retry"]
    for member in fields.members {
      for wrong: JSONValue? in [nil, true, [1]] {
        var changed = fields
        changed[member.name] = wrong
        let isFine = wrong == nil && optional.contains(member.name)
        let error = code(of: changed)
        #expect(error == (isFine ? nil : .storeCorrupt), "\(member.name) = \(String(describing: wrong))")
      }
    }
    for text in ["", "x", "[]", "{}", "{\"v\":0}", Self.full + " x"] {
      #expect(throws: AuthError(.storeCorrupt, "")) { try StoredAppSession(Self.id, Secret(text)) }
      #expect(throws: AuthError(.storeCorrupt, "")) { try AppSessionIndex(Secret(text)) }
    }
  }

  @Test("a record of a later build is told from a damaged one") func version() throws {
    var fields = try #require(try JSONValue(parsing: Self.full).objectValue)
    fields["v"] = 2
    #expect(code(of: fields) == .storeVersion)
  }

  private func code(of fields: JSONObject) -> AuthError.Code? {
    do throws(AuthError) {
      _ = try StoredAppSession(Self.id, JSONValue.object(fields).serializedSecret)
      return nil
    } catch {
      return error.code
    }
  }

  @Test("times outside the calendar do not end the process") func times() {
    for seconds in [Double.nan, .infinity, -.infinity, 1e300, -1e300] {
      #expect((-62_167_219_200_000...253_402_300_799_999).contains(Date(timeIntervalSince1970: seconds).milliseconds))
    }
    #expect(Date(milliseconds: 1_767_225_600_250).milliseconds == 1_767_225_600_250)
  }
}
