import Testing

@testable import AuthTransport

struct PublicKeyPinsTests {
  private static let pin = "sha256//AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
  private static let backup = "sha256//AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="

  @Test func findsTheEntryOfAHost() {
    let pins = PublicKeyPins(byHost: ["API.example": ["a"], "*": ["b"]])
    #expect(pins.pins(for: "api.example") == ["a"])
    #expect(pins.pins(for: "other.example") == ["b"])
    #expect(PublicKeyPins(byHost: ["api.example": ["a"]]).pins(for: "other.example") == nil)
  }

  @Test func namesAFaultyEntry() {
    #expect(
      PublicKeyPins(byHost: ["api.example": [Self.pin, Self.backup], "*": [Self.pin, Self.backup]]).fault == nil)
    let faults = [
      ("a b", [Self.pin, Self.backup], "a b must have a host"),
      ("a.example", [Self.pin], "a.example needs a second key"),
      ("a.example", [Self.pin, Self.pin], "a.example needs a second key"),
      ("a.example", [Self.pin, "sha256//AAAA"], "a.example: each pin"),
      ("a.example", [Self.pin, String(Self.backup.dropFirst(8))], "a.example: each pin"),
    ]
    for (host, pins, beginning) in faults {
      let fault = PublicKeyPins(byHost: [host: pins]).fault
      #expect(fault?.hasPrefix(beginning) == true, "\(fault ?? "no fault")")
    }
  }
}
