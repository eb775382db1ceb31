public import AuthCore
import AuthCrypto
import AuthTurnkey

/// Who may call, and with which keys.
public struct FleetCallers: Sendable {
  /// A caller with its keys at hand.
  struct Caller: Sendable {
    let name: String
    let usual: APIKeyStamper
    let all: [String: APIKeyStamper]
  }

  private let byDigest: [[UInt8]: Caller]

  /// The callers of a configuration.
  ///
  /// - Throws: `invalid_configuration` for a caller whose key is not in the store.
  public init(_ callers: [FleetConfiguration.Caller], keys: FleetKeys) throws(AuthError) {
    var byDigest: [[UInt8]: Caller] = [:]
    for caller in callers {
      var all: [String: APIKeyStamper] = [:]
      for key in caller.keys {
        guard let stamper = keys[key] else {
          throw AuthError(
            .invalidConfiguration, "The key \(key) of '\(caller.name)' is not in the store; import it, or leave it out."
          )
        }
        all[key] = stamper
      }
      guard let usual = caller.keys.first.flatMap({ all[$0] }), let digest = Hex.decode(caller.tokenDigest) else {
        throw AuthError(.invalidConfiguration, "'\(caller.name)' has no key or no token.")
      }
      byDigest[digest] = Caller(name: caller.name, usual: usual, all: all)
    }
    self.byDigest = byDigest
  }

  /// How many there are.
  public var count: Int { byDigest.count }

  /// Who a token belongs to. It is looked up by its hash: how long that takes says nothing about any token.
  func caller(_ token: Secret?) throws(AuthError) -> Caller {
    guard let token else { throw AuthError(.invalidToken, "Send the caller's token as a bearer token.") }
    guard let caller = byDigest[token.withBytes { Array(SHA256.hash(data: $0)) }] else {
      throw AuthError(.invalidToken, "Nobody has this token.")
    }
    return caller
  }
}

extension FleetCallers.Caller {
  /// What stamps with the key that was asked for, or with the usual one.
  func stamper(_ key: String?) throws(AuthError) -> APIKeyStamper {
    guard let key else { return usual }
    guard let stamper = all[key.lowercased()] else { throw AuthError(.forbidden, "'\(name)' has no such key.") }
    return stamper
  }
}
