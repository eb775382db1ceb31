import AuthCore
import AuthSandboxChains

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An account of a wallet: a derived key and its address.
struct TurnkeyWalletAccount: Sendable {
  let id: String
  let walletID: String
  let organization: String
  let key: ChainKey
  /// The public key in hexadecimal, compressed for the curves that have compressed points.
  let publicKey: String
  let path: String
  let format: String
  let address: String
  let name: String?
  let createdAt: Date

  /// The account on the wire: v1WalletAccount.
  ///
  /// - Parameter wallet: the wallet, if the request sets `includeWalletDetails`; otherwise nil.
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
