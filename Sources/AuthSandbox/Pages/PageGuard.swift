import AuthCore

/// Keeps other sites' pages from sending this one's forms: what changes something has to come from a page of the
/// sandbox's own, which knows the token.
struct PageGuard: Sendable {
  /// Stands in every form; made with the first one.
  private var token: String?

  mutating func token(_ random: any RandomSource) -> String {
    if let token { return token }
    let made = random.token(byteCount: 24)
    token = made
    return made
  }

  /// The fields of a form that one of our pages sent; nil for any other.
  func fields(of request: SandboxRequest, origins: [String]) -> [String: String]? {
    // Every browser names the origin of a form that is posted; programs that name none have to know the token as well.
    if let origin = request.headers["Origin"], !origins.contains(origin) { return nil }
    guard let token, let form = request.formFields else { return nil }
    let fields = Dictionary(form.map { ($0.name, $0.value) }) { first, _ in first }
    guard let given = fields["token"], ConstantTime.equal(given, token) else { return nil }
    return fields
  }
}
