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
