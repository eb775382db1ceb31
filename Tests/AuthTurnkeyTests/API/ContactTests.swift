import AuthCore
import Testing

@testable import AuthTurnkey

@Suite struct ContactTests {
  @Test func acceptsTheVendorsSpellingOfAContact() throws {
    let email = try #require(Contact(email: "Jane@example.com"))
    #expect(email.isSame(as: "jane@EXAMPLE.com"))
    #expect(!email.isSame(as: "jane@example.org"))
    let phone = try #require(Contact(phone: "+1 999-999-9999"))
    #expect(phone.isSame(as: "+1 999-999-9999"))
    #expect(phone.isSame(as: "+19999999999"))
    #expect(!phone.isSame(as: "19999999999"))
  }
}
