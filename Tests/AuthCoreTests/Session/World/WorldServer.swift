import AuthTesting

@testable import AuthCore

/// The servers of a world: the state of each sign-in and of its credentials.
///
/// The servers are strict: a credential that is used twice ends its sign-in. If the first response was lost, the server
/// returns the same response again, like servers with a grace period.
struct WorldServer {
  struct SignIn {
    let provider: ProviderID
    let tenant: String
    var live: String
    var spent: String?
    /// Whether the response to `spent` was lost.
    var isLost = false
    var isRevoked = false
    /// Whether the server itself ended the sign-in.
    var isEnded = false
    /// Whether the failed revocation was reported to the user.
    var isReported = false
    var count = 1
  }

  enum Answer {
    case rotated(String)
    case refused
  }

  /// A code that was sent, or an approval that was requested.
  struct Code {
    let provider: ProviderID
    let tenant: String
    /// The user of a step-up; nil for a sign-in.
    let user: String?
    var isSpent = false
    /// Whether the response was lost. The response to a second request is then the error that the code is used.
    var isLost = false
  }

  private(set) var signIns: [String: SignIn] = [:]
  private(set) var codes: [String: Code] = [:]

  mutating func newCode(_ provider: ProviderID, _ tenant: String, user: String?) -> String {
    let code = "code \(codes.count)"
    codes[code] = Code(provider: provider, tenant: tenant, user: user)
    return code
  }

  /// Uses a code.
  ///
  /// - Returns: whether the code was accepted, and the law that the request broke, if any.
  mutating func spend(code: String, user: String?, isLost: Bool) -> (isAccepted: Bool, broken: String?) {
    guard let known = codes[code] else { return (false, "a code that was never sent") }
    guard known.user == user else { return (false, "a step-up was answered for another user") }
    guard !known.isSpent else { return (false, known.isLost ? nil : "a code was spent twice") }
    codes[code]?.isSpent = true
    codes[code]?.isLost = isLost
    return (true, nil)
  }

  /// Creates a sign-in.
  ///
  /// - Returns: the sign-in's name, and its first credential.
  mutating func signIn(_ provider: ProviderID, _ tenant: String) -> (name: String, credential: String) {
    let name = "sign-in \(signIns.count)"
    signIns[name] = SignIn(provider: provider, tenant: tenant, live: name + ".1")
    return (name, name + ".1")
  }

  /// Uses a session's credential for a renewal.
  ///
  /// - Returns: the response, and the law that the request broke, if any.
  mutating func spend(_ session: Session) -> (Answer, broken: String?) {
    guard let name = session.identifier, var signIn = signIns[name] else { return (.refused, "an unknown credential") }
    defer { signIns[name] = signIn }
    guard signIn.tenant == session.tenant, signIn.provider == session.providerID else {
      return (.refused, "a credential was spent at another tenant")
    }
    guard !signIn.isRevoked, !signIn.isEnded else { return (.refused, nil) }
    if session.displayName == signIn.live {
      signIn.count += 1
      (signIn.spent, signIn.live, signIn.isLost) = (signIn.live, name + ".\(signIn.count)", false)
      return (.rotated(signIn.live), nil)
    }
    guard session.displayName == signIn.spent, signIn.isLost else {
      signIn.isRevoked = true
      return (.refused, "a credential was spent twice")
    }
    signIn.isLost = false
    return (.rotated(signIn.live), nil)
  }

  /// Records that the response to this session's credential was lost.
  mutating func lose(answerTo session: Session) {
    guard let name = session.identifier, signIns[name]?.spent == session.displayName else { return }
    signIns[name]?.isLost = true
  }

  /// Revokes all tokens of the session's sign-in, as servers do (RFC 7009 §2.1).
  mutating func revoke(_ session: Session) {
    if let name = session.identifier { signIns[name]?.isRevoked = true }
  }

  mutating func end(_ session: Session) {
    if let name = session.identifier { signIns[name]?.isEnded = true }
  }

  mutating func report(_ session: Session) {
    if let name = session.identifier { signIns[name]?.isReported = true }
  }

  func isOver(_ session: Session) -> Bool {
    guard let name = session.identifier, let signIn = signIns[name] else { return true }
    return signIn.isRevoked || signIn.isEnded
  }
}
