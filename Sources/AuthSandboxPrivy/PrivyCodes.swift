import AuthCore

/// The codes that were sent and not yet used, one per address (P71): ten minutes, five attempts.
struct PrivyCodes: Sendable {
  enum Outcome: Sendable, Hashable {
    case right, wrong, expired, unknown
    /// DESIGN P87: the code is invalid after that. The status is 429, since 422 means a code that may be corrected.
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

  /// Tries a code; the right code is used up by it.
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
