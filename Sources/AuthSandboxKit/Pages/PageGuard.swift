import AuthCore

/// Keeps other sites' pages from sending this site's forms: a request that changes state must come from one of the
/// sandbox's pages, which have the token.
struct PageGuard: Sendable {
  /// The token in every form; made with the first one.
  private var token: String?

  mutating func token(_ random: any RandomSource) -> String {
    if let token { return token }
    let made = random.token(byteCount: 24)
    token = made
    return made
  }

  /// The fields of a form from one of the sandbox's pages; nil for any other.
  func fields(of request: SandboxRequest, origins: [String]) -> [String: String]? {
    // Every browser sends the origin with a posted form; programs that send no origin need the token, too.
    if let origin = request.headers["Origin"], !origins.contains(origin) { return nil }
    guard let token, let form = request.formFields else { return nil }
    let fields = Dictionary(form.map { ($0.name, $0.value) }) { first, _ in first }
    guard let given = fields["token"], ConstantTime.equal(given, token) else { return nil }
    return fields
  }
}
