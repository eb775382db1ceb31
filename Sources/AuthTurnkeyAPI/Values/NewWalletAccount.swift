import AuthCore

/// An account to derive (v1WalletAccountParams).
public struct NewWalletAccount: Sendable, Hashable {
  /// The curve of the key.
  public var curve: WalletCurve
  /// The derivation path (BIP 32), such as `m/44'/60'/0'/0/0`.
  public var path: String
  /// The format of the address, which determines the chain.
  public var addressFormat: AddressFormat
  /// The account's display name; nil for none.
  public var name: String?

  /// Creates the description of an account, by default without a name.
  public init(curve: WalletCurve, path: String, addressFormat: AddressFormat, name: String? = nil) {
    self.curve = curve
    self.path = path
    self.addressFormat = addressFormat
    self.name = name
  }

  /// An account of an Ethereum wallet (BIP 44, coin type 60); by default the first one, with the index 0.
  public static func ethereum(_ index: Int = 0) -> NewWalletAccount {
    NewWalletAccount(curve: .secp256k1, path: "m/44'/60'/0'/0/\(index)", addressFormat: .ethereum)
  }

  /// An account of a Solana wallet (BIP 44, coin type 501); by default the first one, with the index 0.
  public static func solana(_ index: Int = 0) -> NewWalletAccount {
    NewWalletAccount(curve: .ed25519, path: "m/44'/501'/\(index)'/0'", addressFormat: .solana)
  }

  var json: JSONValue {
    var object: JSONObject = [
      "curve": .string(curve.rawValue), "pathFormat": "PATH_FORMAT_BIP32", "path": .string(path),
      "addressFormat": .string(addressFormat.rawValue),
    ]
    object["name"] = name.map { .string($0) }
    return .object(object)
  }
}
