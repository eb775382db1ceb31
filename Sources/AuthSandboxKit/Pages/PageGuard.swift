import AuthCore

/// A check of forms against cross-site request forgery: a request that changes state must come from one of the
/// sandbox's pages, whose forms contain a token.
struct PageGuard: Sendable {
  /// The token in every form; made when the first form is shown.
  private var token: String?

  mutating func token(_ random: any RandomSource) -> String {
    if let token { return token }
    let made = random.token(byteCount: 24)
    token = made
    return made
  }

  /// Returns the fields of a form from one of the sandbox's pages; nil for a form from anywhere else.
  func fields(of request: SandboxRequest, origins: [String]) -> [String: String]? {
    // Every browser sends `Origin` with a posted form. A program that sends no `Origin` also needs the token.
    if let origin = request.headers["Origin"], !origins.contains(origin) { return nil }
    guard let form = request.formFields else { return nil }
    let fields = Dictionary(form.map { ($0.name, $0.value) }) { first, _ in first }
    return admits(token: fields["token"]) ? fields : nil
  }

  /// Whether a string is the token in the sandbox's pages.
  func admits(token given: String?) -> Bool {
    guard let token, let given else { return false }
    return ConstantTime.equal(given, token)
  }
}
