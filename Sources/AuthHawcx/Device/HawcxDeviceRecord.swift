import AuthCore
import AuthCrypto

/// What this device keeps of one enrolment. The private key stays in the key store.
struct HawcxDeviceRecord: Sendable, Equatable {
  /// Whether the server has confirmed the enrolment.
  enum State: String, Sendable {
    case pending, active
  }

  let algorithm: HawcxDeviceAlgorithm
  let key: KeyReference
  /// The second secret, which the server knows by its hash alone.
  let secret: Secret
  let index: String
  var state: State

  /// `0x01` or `0x02` and the public key.
  var keyset: String { Base64URL.encode([algorithm.keysetPrefix] + key.publicKey) }

  /// The first 16 bytes of the public key's SHA-256.
  var keyID: String { Base64URL.encode(Array(SHA256.hash(data: key.publicKey)).prefix(16)) }

  var credentials: HawcxDeviceCredentials { HawcxDeviceCredentials(keyset: keyset, index: index, secret: secret) }

  /// What is signed: five lines and the challenge as it came, without a line feed at the end.
  func proofMessage(domain: String, session: String, challenge: String) -> [UInt8] {
    Array([algorithm.proofLabel, domain, keyID, index, session, challenge].joined(separator: "\n").utf8)
  }

  var sealed: Secret {
    let object: JSONValue = [
      "v": 1, "alg": .string(algorithm.rawValue), "key": key.json,
      "sk2": .string(secret.withBytes { Base64URL.encode($0) }), "hindex": .string(index),
      "state": .string(state.rawValue),
    ]
    return Secret(object.serialized)
  }

  /// The record behind `sealed`; nil when it cannot be read, and the device has to be enrolled again.
  init?(sealed: Secret) {
    let parsed: JSONValue
    do throws(JSONError) { parsed = try JSONValue(parsing: sealed.revealBytes()) } catch { return nil }
    guard parsed["v"]?.integerValue == 1, let key = KeyReference(json: parsed["key"]),
      let algorithm = parsed["alg"]?.stringValue.flatMap({ HawcxDeviceAlgorithm(rawValue: $0) }),
      key.algorithm == algorithm.keyAlgorithm,
      let secret = parsed["sk2"]?.stringValue.flatMap({ Base64URL.decode($0) }), secret.count == 32,
      let index = parsed["hindex"]?.stringValue,
      let state = parsed["state"]?.stringValue.flatMap({ State(rawValue: $0) })
    else { return nil }
    self.init(algorithm: algorithm, key: key, secret: Secret(secret), index: index, state: state)
  }

  init(
    algorithm: HawcxDeviceAlgorithm, key: KeyReference, secret: Secret, index: String, state: State = .pending
  ) {
    self.algorithm = algorithm
    self.key = key
    self.secret = secret
    self.index = index
    self.state = state
  }
}
