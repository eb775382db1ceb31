import AuthCore
import Testing

@testable import LatchkeyCommands

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The names by which a person can mean a stored account.
struct AccountNameTests {
  private static let sessions = [
    session("s1", subject: "u1", identifier: "jane@example.com", name: "Jane Doe", tags: ["label": "Work"]),
    session("s2", subject: "u2", identifier: "jane@example.com", tags: ["label": "Home", "colour": "red"]),
    session("s3", subject: "u3", identifier: "s1"),
  ]

  private static func session(
    _ id: String, subject: String, identifier: String, name: String? = nil, tags: [String: String] = [:]
  ) -> Session {
    Session(
      id: SessionID(id), providerID: "fake", tenant: "tenant", subject: subject, identifier: identifier,
      displayName: name, createdAt: Date(timeIntervalSince1970: 1_790_000_000), tags: tags)
  }

  @Test(
    "An ID comes before every other name",
    arguments: [
      ("s1", "s1"), ("s2", "s2"), ("Jane Doe", "s1"), ("u2", "s2"), ("label=Work", "s1"), ("colour=red", "s2"),
    ])
  func findsOne(name: String, id: String) throws {
    #expect(try AccountName.find(name, in: Self.sessions) == SessionID(id))
  }

  @Test(
    "A name is compared as a whole, and byte by byte",
    arguments: ["", "jane", "JANE@EXAMPLE.COM", "Work", "label=", "label=work", "none", "Jane Doe\u{301}"])
  func findsNone(name: String) {
    #expect(throws: AuthError(.notSignedIn, "")) { try AccountName.find(name, in: Self.sessions) }
  }

  @Test func severalAreListed() throws {
    let error = #expect(throws: AuthError.self) { try AccountName.find("jane@example.com", in: Self.sessions) }
    #expect(error?.code == .invalidRequest)
    #expect(error?.message.contains("s1 (fake), s2 (fake)") == true)
  }
}
