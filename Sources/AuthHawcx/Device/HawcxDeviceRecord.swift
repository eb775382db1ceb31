import AuthCore

/// The record of one enrolment on this device. The private key stays in the key store.
struct HawcxDeviceRecord: Sendable, Equatable {
  /// Whether the server has confirmed the enrolment.
  enum State: String, Sendable {
    case pending, active
  }

  let key: KeyReference
  /// The secret from which the other secrets are derived: 32 random bytes.
  let root: Secret
  /// The keyset as it was sent.
  let keyset: String
  /// The project at which the device is enrolled.
  let domain: String
  var state: State
  /// The user's id; nil until a session with the record's identifier is stored.
  var owner: String?

  var credentials: HawcxDeviceCredentials {
    HawcxDeviceCredentials(
      keyset: keyset, index: Base64.encode(HawcxDeviceLayout.derive(.index, from: root)),
      secret: Secret(HawcxDeviceLayout.derive(.keysetKey, from: root)))
  }

  var sealed: Secret {
    var object: JSONObject = [
      "v": .integer(Self.version), "key": key.json, "root": .string(root.withBytes { Base64.encode($0) }),
      "keyset": .string(keyset), "domain": .string(domain), "state": .string(state.rawValue),
    ]
    object["owner"] = owner.map { .string($0) }
    return JSONValue.object(object).serializedSecret
  }

  /// Reads the record from `sealed`. Returns nil if it cannot be read; then the device must be enrolled again. This
  /// also applies to records of version 1, which use a scheme other than the vendor's.
  init?(sealed: Secret) {
    let parsed: JSONValue
    do throws(JSONError) { parsed = try JSONValue(parsing: sealed) } catch { return nil }
    guard parsed["v"]?.integerValue == Self.version, let key = KeyReference(json: parsed["key"]),
      key.algorithm == .ed25519, let root = parsed["root"]?.stringValue.flatMap({ Base64.decode($0) }),
      root.count == 32, let keyset = parsed["keyset"]?.stringValue, let domain = parsed["domain"]?.stringValue,
      let state = parsed["state"]?.stringValue.flatMap({ State(rawValue: $0) })
    else { return nil }
    self.init(key: key, root: Secret(root), keyset: keyset, domain: domain, state: state)
    owner = parsed["owner"]?.stringValue
  }

  init(key: KeyReference, root: Secret, keyset: String, domain: String, state: State = .pending) {
    self.key = key
    self.root = root
    self.keyset = keyset
    self.domain = domain
    self.state = state
  }

  private static let version: Int64 = 2
}
