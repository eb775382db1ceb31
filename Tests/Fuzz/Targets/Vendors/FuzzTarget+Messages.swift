import AuthCore
import AuthPrivy
import FuzzTargets

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension FuzzTarget {
  /// Texts in standard forms: a wallet's message (EIP-4361), a date of a header field (RFC 9110 §5.6.7), and an origin.
  static let messages = FuzzTarget(name: "messages") { bytes in
    let text = String(decoding: bytes, as: UTF8.self)
    if let message = try? WalletSignInMessage(parsing: text) {
      require(message.text == text, "a message is written differently than it was read")
    }
    if let date = HTTPDate.decode(text, now: Date(timeIntervalSince1970: 1_800_000_000)) {
      let written = HTTPDate.encode(date)
      require(
        HTTPDate.decode(written, now: date).map { HTTPDate.encode($0) } == written, "a written date is read as another")
    }
    if let origin = Origin(text) {
      require(Origin(origin.description)?.description == origin.description, "a written origin is read as another")
    }
    _ = PercentEncoding.decodeForm(text[...])
    _ = ISO8601.decode(text)
  }
}
