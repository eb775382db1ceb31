import AuthCore
import AuthSandboxChains

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A wallet: a mnemonic, and accounts with real keys derived from it. The sandbox never connects to a chain.
struct TurnkeyWallet: Sendable {
  let id: String
  var name: String
  let mnemonic: Mnemonic
  /// The mnemonic's seed, which is stored because it is slow to compute.
  let seed: [UInt8]
  var accounts: [TurnkeyWalletAccount] = []
  var isExported = false
  let isImported: Bool
  let createdAt: Date
  var updatedAt: Date

  /// The wallet on the wire: v1Wallet.
  var json: JSONValue {
    [
      "walletId": .string(id), "walletName": .string(name), "createdAt": createdAt.turnkeyTimestamp,
      "updatedAt": updatedAt.turnkeyTimestamp, "exported": .bool(isExported), "imported": .bool(isImported),
    ]
  }
}

extension ChainCurve {
  /// Reads a v1Curve; nil for an unknown curve.
  init?(turnkeyName: String) {
    guard let curve = Self.allCases.first(where: { $0.turnkeyName == turnkeyName }) else { return nil }
    self = curve
  }

  var turnkeyName: String { "CURVE_" + rawValue.uppercased() }
}

extension ChainAddress {
  /// Reads a v1AddressFormat; nil for a format that the sandbox does not support.
  init?(turnkeyName: String) {
    guard let format = Self.allCases.first(where: { "ADDRESS_FORMAT_" + "\($0)".uppercased() == turnkeyName }) else {
      return nil
    }
    self = format
  }
}
