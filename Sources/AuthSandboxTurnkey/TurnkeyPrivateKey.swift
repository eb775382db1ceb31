import AuthCore
import AuthSandboxChains

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A private key that belongs to no wallet.
struct TurnkeyPrivateKey: Sendable {
  let id: String
  let name: String
  let key: ChainKey
  let addresses: [(format: String, address: String)]
  let tags: [String]
  var isExported = false
  let isImported: Bool
  let createdAt: Date

  var addressesJSON: JSONValue {
    .array(addresses.map { ["format": .string($0.format), "address": .string($0.address)] })
  }

  /// The key on the wire, without its private half: v1PrivateKey.
  var json: JSONValue {
    [
      "privateKeyId": .string(id), "publicKey": .string(Hex.encode(key.publicKey)), "privateKeyName": .string(name),
      "curve": .string(key.curve.turnkeyName), "addresses": addressesJSON,
      "privateKeyTags": .array(tags.map { .string($0) }), "createdAt": createdAt.turnkeyTimestamp,
      "updatedAt": createdAt.turnkeyTimestamp, "exported": .bool(isExported), "imported": .bool(isImported),
    ]
  }
}
