import AuthCore

/// The codes that were sent and not yet used, one for each address (P71). A code allows five attempts, and is valid for
/// ten minutes unless the policy `codeSeconds` sets another lifetime.
struct PrivyCodes: Sendable {
  enum Outcome: Sendable, Hashable {
    case right, wrong, expired, unknown
    /// The code has had too many wrong attempts. DESIGN P87: it is invalid from then on. The status is 429, since 422
    /// means that the user may correct the code.
    case exhausted
  }

  private struct Pending: Sendable {
    let code: String
    let expiry: Int64
    var tries = 0
  }

  static let triesAllowed = 5
  private var pending: [String: Pending] = [:]

  mutating func issue(to address: String, at time: Int64, lifetime: Int64, random: any RandomSource) -> String {
    let code = random.characters(6, of: "0123456789")
    pending[address] = Pending(code: code, expiry: time + lifetime)
    return code
  }

  /// Checks a code. A right code cannot be used again; a wrong one counts as an attempt if the pending code has not
  /// expired.
  mutating func check(_ code: String, for address: String, at time: Int64) -> Outcome {
    guard var known = pending[address] else { return .unknown }
    guard time < known.expiry else { return .expired }
    guard known.tries < Self.triesAllowed else { return .exhausted }
    if ConstantTime.equal(code, known.code) {
      pending[address] = nil
      return .right
    }
    known.tries += 1
    pending[address] = known
    return .wrong
  }
}
