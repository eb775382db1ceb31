import AuthCore
import AuthText

/// One sign-in by hand: its progress, and the requests that were sent for it.
struct SignInAttempt: Sendable {
  /// One request that was sent.
  struct Exchange: Sendable {
    let method: String
    let path: String
    /// 0 if a fault closed the connection.
    let status: Int
    /// The number in the request log.
    let sequence: Int64
    /// The JSON of the response in several lines, bounded; nil if the body is not JSON.
    let body: String?
  }

  /// The maximum number of requests that the page shows.
  private static let shownLimit = 30
  private static let bodyLimit = 4000
  /// The longest text that a user can enter.
  private static let inputLimit = 4096

  private(set) var progress: SandboxSignInProgress
  private(set) var exchanges: [Exchange] = []
  /// Why the last form must be repeated, or why the sign-in failed; nil for no message.
  private(set) var message: String?
  /// The progress before the last form.
  private var earlier: SandboxSignInProgress

  init(random: any RandomSource) {
    progress = SandboxSignInProgress(random: random)
    earlier = progress
  }

  /// Adds what the user entered, or the parameters of a redirect.
  mutating func enter(_ fields: [(name: String, value: String)]) {
    message = nil
    earlier = progress
    for field in fields where field.value.utf8.count <= Self.inputLimit {
      progress.inputs[field.name] = field.value.trimmingBlanks
    }
  }

  /// Adds a request and its response, which becomes part of the progress; a refusal returns to the last form.
  ///
  /// - Returns: whether the response was accepted.
  mutating func add(_ name: String, _ request: SandboxRequest, _ response: SandboxResponse?, sequence: Int64) -> Bool {
    let json = response.flatMap { JSONValue(untrusted: $0.body) }
    exchanges.append(
      Exchange(
        method: request.method, path: request.rawPath, status: response?.status ?? 0, sequence: sequence,
        body: json.map { EscapedText($0.prettyText, limit: Self.bodyLimit, keepsLines: true).description }))
    if exchanges.count > Self.shownLimit { exchanges.removeFirst() }
    guard let response, response.status < 400 else {
      retry(
        response == nil
          ? "An injected fault closed the connection."
          : "The server refused the request with status \(response?.status ?? 0). Its response is below.")
      return false
    }
    progress.add(json ?? .null, of: name)
    return true
  }

  /// Returns to the last form, and shows a message.
  mutating func retry(_ message: String) {
    progress = earlier
    self.message = message
  }
}
