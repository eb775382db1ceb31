import AuthCore
import AuthSandboxChains

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A wallet's words, with real keys derived from them. The sandbox never contacts a chain.
struct TurnkeyWallet: Sendable {
  let id: String
  var name: String
  let mnemonic: Mnemonic
  /// The seed of the words, which is slow to compute.
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
  /// v1AddressFormat; the sandbox serves some of them.
  init?(turnkeyName: String) {
    guard let format = Self.allCases.first(where: { "ADDRESS_FORMAT_" + "\($0)".uppercased() == turnkeyName }) else {
      return nil
    }
    self = format
  }
}
