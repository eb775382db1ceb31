import AuthCore
import Testing

@Suite struct ContactTests {
  @Test func validAddressesAreRead() {
    let accepted: [(String, MethodID?, Contact.Kind, String)] = [
      ("jane@example.com", nil, .email, "jane@example.com"),
      (" Jane+tag@Example.com\n", nil, .email, "Jane+tag@Example.com"),
      ("jane@example.com", .emailOTP, .email, "jane@example.com"),
      ("用户@例え.jp", nil, .email, "用户@例え.jp"),
      ("+14155550123", nil, .phone, "+14155550123"),
      ("+1 (415) 555-01.23", nil, .phone, "+14155550123"),
      ("+49 151 23456789", .smsOTP, .phone, "+4915123456789"),
    ]
    for (text, method, kind, value) in accepted {
      let contact = Contact(text, method: method)
      #expect(contact?.kind == kind, "\(text)")
      #expect(contact?.value == value, "\(text)")
    }
  }

  @Test func invalidAddressesAreRefused() {
    let refused: [(String, MethodID?)] = [
      ("", nil), ("jane", nil), ("@example.com", nil), ("jane@", nil), ("a@b@c", nil), ("ja ne@example.com", nil),
      ("jane@example.com\u{0}", nil), ("jane\r\n@example.com", nil),
      (String(repeating: "a", count: 250) + "@b.com", nil),
      ("4155550123", nil), ("+0123456789", nil), ("+1415", nil), ("+1234567", nil), ("5551230000", nil),
      ("+14155550123456789", nil), ("+1415555012x", nil),
      ("+٤١٥٥٥٥٠١٢٣", nil), ("+14155550123", .emailOTP), ("jane@example.com", .smsOTP),
    ]
    for (text, method) in refused { #expect(Contact(text, method: method) == nil, "\(text)") }
  }
}
