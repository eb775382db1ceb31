import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The secrets in the answers that were given so far. The secrecy laws search for these secrets.
final class AnswerBook: Sendable {
  private let texts = Locked<[String]>([])

  func note(_ answer: FlowAnswer, to prompt: Prompt?) {
    texts.withLock { texts in
      switch answer {
      case .code(let secret), .signature(let secret): texts.append(secret.revealText())
      case .fields(let fields):
        texts += fields.filter { prompt?.isPlain(field: $0.key) != true }.values.map { $0.revealText() }
      case .callback(let url): texts += url.grants.filter { prompt?.showsPage(with: $0) != true }
      case .method, .account, .email, .phone, .resend, .poll: break
      }
    }
  }

  var secrets: [String] { texts.withLock { $0 } }
}

extension URL {
  /// The values in a callback that could be credentials: values of at least 16 bytes that are not URLs or sentences.
  fileprivate var grants: [String] {
    let text = absoluteString
    guard let start = text.firstIndex(where: { $0 == "?" || $0 == "#" }) else { return [] }
    let parts = text[text.index(after: start)...].split { $0 == "?" || $0 == "#" }
    return parts.flatMap { PercentEncoding.decodeForm($0) ?? [] }.map(\.value)
      .filter { $0.utf8.count >= 16 && !$0.contains("://") && !$0.contains(" ") }
  }
}

extension Prompt {
  /// Whether the URL of the page contains a value of the callback, such as `state`. Such a value is not a secret.
  fileprivate func showsPage(with value: String) -> Bool {
    guard case .redirect(let page) = self else { return false }
    let address = page.url.absoluteString
    return address.contains(value) || PercentEncoding.decode(address)?.contains(value) == true
  }

  /// Whether output may show the value of a field; true only for a text field. Its value, such as a user name, can also
  /// be the session's identifier, and is not a secret.
  fileprivate func isPlain(field name: String) -> Bool {
    guard case .input(let fields) = self else { return false }
    return fields.contains { $0.name == name && $0.kind == .text }
  }
}
