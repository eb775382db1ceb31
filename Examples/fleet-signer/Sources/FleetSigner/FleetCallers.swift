public import AuthCore
import AuthCrypto
import AuthTurnkey

/// The callers and their keys.
public struct FleetCallers: Sendable {
  /// A caller with its keys.
  struct Caller: Sendable {
    let name: String
    let usual: APIKeyStamper
    let all: [String: APIKeyStamper]
  }

  private let byDigest: [[UInt8]: Caller]

  /// Creates the callers of a configuration.
  ///
  /// - Parameters:
  ///   - callers: the callers of the configuration.
  ///   - keys: the keys of all callers.
  /// - Throws: `invalid_configuration` for a caller whose key is not in `keys`, that has no key, or whose `tokenDigest`
  ///   is not hexadecimal.
  public init(_ callers: [FleetConfiguration.Caller], keys: FleetKeys) throws(AuthError) {
    var byDigest: [[UInt8]: Caller] = [:]
    for caller in callers {
      var all: [String: APIKeyStamper] = [:]
      for key in caller.keys {
        guard let stamper = keys[key] else {
          throw AuthError(
            .invalidConfiguration,
            "The key \(key) of '\(caller.name)' is not in the store. Import it, or remove it from 'keys'.")
        }
        all[key] = stamper
      }
      guard let usual = caller.keys.first.flatMap({ all[$0] }), let digest = Hex.decode(caller.tokenDigest) else {
        throw AuthError(
          .invalidConfiguration, "'\(caller.name)' needs at least one key, and a tokenSHA256 in hexadecimal.")
      }
      byDigest[digest] = Caller(name: caller.name, usual: usual, all: all)
    }
    self.byDigest = byDigest
  }

  /// The number of callers.
  public var count: Int { byDigest.count }

  /// Returns the caller of a token. The lookup uses the token's hash, so its duration reveals nothing about the token.
  ///
  /// - Throws: `invalid_token` for a missing or unknown token.
  func caller(_ token: Secret?) throws(AuthError) -> Caller {
    guard let token else { throw AuthError(.invalidToken, "Send the caller's token as a bearer token.") }
    guard let caller = byDigest[token.withBytes { Array(SHA256.hash(data: $0)) }] else {
      throw AuthError(.invalidToken, "The token is unknown. Send a configured caller's token.")
    }
    return caller
  }
}

extension FleetCallers.Caller {
  /// Returns the stamper for the requested key; for nil, that of the caller's first key.
  ///
  /// - Throws: `forbidden` for a key that the caller may not use.
  func stamper(_ key: String?) throws(AuthError) -> APIKeyStamper {
    guard let key else { return usual }
    guard let stamper = all[key.lowercased()] else {
      throw AuthError(.forbidden, "'\(name)' has no such key. Send one of its public keys as 'key'.")
    }
    return stamper
  }
}
