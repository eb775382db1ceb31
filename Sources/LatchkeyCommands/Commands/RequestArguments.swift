import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The METHOD, URL and body of a request on the command line.
enum RequestArguments {
  static let options = [
    Command.Option("data", "TEXT|@FILE", "the body; @FILE reads it from a file", isShared: true),
    Command.Option(
      "content-type", "TYPE", "the body's content type (default: application/json)", isShared: true),
  ]

  /// METHOD, in completion.
  @Sendable static func nextOperand(_ typed: [String]) -> CompletionPlan.Values? {
    typed.isEmpty ? .words(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]) : nil
  }

  /// The request that METHOD, URL and `options` describe. `--content-type` is used only together with `--data`.
  ///
  /// - Throws: `invalid_request` when METHOD or URL is invalid, or the file of `--data` cannot be read.
  static func request(_ invocation: Invocation) throws(AuthError) -> TransportRequest {
    let method = (invocation.arguments.operand(0) ?? "").uppercased()
    guard !method.isEmpty, method.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else {
      throw AuthError(.invalidRequest, "METHOD must be an HTTP method of ASCII letters, such as GET or POST.")
    }
    guard let url = invocation.arguments.operand(1).flatMap({ URL(string: $0) }), Origin(url) != nil else {
      throw AuthError(.invalidRequest, "URL must be an absolute http or https URL, such as https://api.example.com/me.")
    }
    var request = TransportRequest(method, url)
    if let data = invocation.arguments.value("data") {
      if data.hasPrefix("@") {
        guard let content = FileManager.default.contents(atPath: String(data.dropFirst())) else {
          throw AuthError(
            .invalidRequest,
            "--data: the file \(data.dropFirst()) cannot be read. Check that it exists and that this user may read it.")
        }
        request.body = Array(content)
      } else {
        request.body = Array(data.utf8)
      }
      request.headers["Content-Type"] = invocation.arguments.value("content-type") ?? "application/json"
    }
    return request
  }
}
