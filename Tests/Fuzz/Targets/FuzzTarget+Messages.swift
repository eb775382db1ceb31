import AuthCore
import AuthPrivy

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension FuzzTarget {
  /// Texts of standards: a wallet's message (EIP-4361), a header's date (RFC 9110 §5.6.7), an address.
  static let messages = FuzzTarget(name: "messages") { bytes in
    let text = String(decoding: bytes, as: UTF8.self)
    if let message = try? WalletSignInMessage(parsing: text) {
      require(message.text == text, "a message is written otherwise than it was read")
    }
    if let date = HTTPDate.decode(text, now: Date(timeIntervalSince1970: 1_800_000_000)) {
      let written = HTTPDate.encode(date)
      require(
        HTTPDate.decode(written, now: date).map { HTTPDate.encode($0) } == written, "a date is written as another")
    }
    if let origin = Origin(text) {
      require(Origin(origin.description)?.description == origin.description, "an origin is written as another")
    }
    _ = PercentEncoding.decodeForm(text[...])
    _ = ISO8601.decode(text)
  }
}
