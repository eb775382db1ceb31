import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Words with real keys below them. No chain is ever reached.
struct TurnkeyWallet: Sendable {
  let id: String
  var name: String
  let mnemonic: Mnemonic
  /// What the words come to, which takes a while to work out.
  let seed: [UInt8]
  var accounts: [TurnkeyWalletAccount] = []
  var isExported = false
  let isImported: Bool
  let createdAt: Date
  var updatedAt: Date

  /// v1Wallet.
  var json: JSONValue {
    [
      "walletId": .string(id), "walletName": .string(name), "createdAt": createdAt.turnkeyTimestamp,
      "updatedAt": updatedAt.turnkeyTimestamp, "exported": .bool(isExported), "imported": .bool(isImported),
    ]
  }
}

/// One key of a wallet, and its address.
struct TurnkeyWalletAccount: Sendable {
  let id: String
  let walletID: String
  let organization: String
  let key: ChainKey
  /// Compressed, in hexadecimal.
  let publicKey: String
  let path: String
  let format: String
  let address: String
  let name: String?
  let createdAt: Date

  /// v1WalletAccount.
  ///
  /// - Parameter wallet: the wallet's details, where they were asked for.
  func json(wallet: TurnkeyWallet? = nil) -> JSONValue {
    var object: JSONObject = [
      "walletAccountId": .string(id), "organizationId": .string(organization), "walletId": .string(walletID),
      "curve": .string(key.curve.turnkeyName), "pathFormat": "PATH_FORMAT_BIP32", "path": .string(path),
      "addressFormat": .string(format), "address": .string(address), "createdAt": createdAt.turnkeyTimestamp,
      "updatedAt": createdAt.turnkeyTimestamp, "publicKey": .string(publicKey),
    ]
    object["walletDetails"] = wallet?.json
    object["name"] = name.map { .string($0) }
    return .object(object)
  }
}

/// A key that belongs to no wallet.
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

  /// v1PrivateKey.
  var json: JSONValue {
    [
      "privateKeyId": .string(id), "publicKey": .string(Hex.encode(key.publicKey)), "privateKeyName": .string(name),
      "curve": .string(key.curve.turnkeyName), "addresses": addressesJSON,
      "privateKeyTags": .array(tags.map { .string($0) }), "createdAt": createdAt.turnkeyTimestamp,
      "updatedAt": createdAt.turnkeyTimestamp, "exported": .bool(isExported), "imported": .bool(isImported),
    ]
  }
}

extension ChainCurve {
  /// v1Curve.
  init?(turnkeyName: String) {
    guard let curve = Self.allCases.first(where: { $0.turnkeyName == turnkeyName }) else { return nil }
    self = curve
  }

  var turnkeyName: String { "CURVE_" + rawValue.uppercased() }
}

extension ChainAddress {
  /// v1AddressFormat, of which a handful is served.
  init?(turnkeyName: String) {
    guard let format = Self.allCases.first(where: { "ADDRESS_FORMAT_" + "\($0)".uppercased() == turnkeyName }) else {
      return nil
    }
    self = format
  }
}
