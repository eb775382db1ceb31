import AuthCore
import AuthCrypto
import AuthSandboxChains
import AuthSandboxKit

extension TurnkeyVendor {
  mutating func exportWallet(
    _ fields: TurnkeyFields, _ activity: TurnkeyActivity, _ world: SandboxWorld
  ) throws(TurnkeyFailure) -> JSONObject {
    var wallet = try wallet(try fields.string("walletId"), in: activity.organization)
    if let language = try fields.optionalString("language"), language != "MNEMONIC_LANGUAGE_ENGLISH" {
      throw .unserved("mnemonics in languages other than English")
    }
    let bundle = try enclaves.exportBundle(
      Array(wallet.mnemonic.text.utf8), to: try fields.string("targetPublicKey"), organization: activity.organization)
    wallet.isExported = true
    replace(wallet, in: activity.organization, world)
    return ["walletId": .string(wallet.id), "exportBundle": .string(bundle)]
  }

  mutating func exportWalletAccount(
    _ fields: TurnkeyFields, _ activity: TurnkeyActivity
  ) throws(TurnkeyFailure) -> JSONObject {
    let address = try fields.string("address")
    let accounts = (directory.organization(activity.organization)?.wallets ?? []).flatMap(\.accounts)
    guard let account = accounts.first(where: { $0.hasAddress(address) }) else { throw .walletNotFound }
    let bundle = try enclaves.exportBundle(
      account.key.bytes, to: try fields.string("targetPublicKey"), organization: activity.organization)
    return ["address": .string(account.address), "exportBundle": .string(bundle)]
  }

  /// Makes the key to which an import must be encrypted. The key replaces the user's earlier import key, and decrypts
  /// only one bundle.
  mutating func startImport(
    _ fields: TurnkeyFields, _ activity: TurnkeyActivity
  ) throws(TurnkeyFailure) -> JSONObject {
    let place = try subject(fields, activity)
    let key = P256.KeyAgreement.PrivateKey()
    importKeys[place] = key
    return ["importBundle": .string(try enclaves.importBundle(key, for: place))]
  }

  mutating func importWallet(
    _ fields: TurnkeyFields, _ activity: TurnkeyActivity, _ world: SandboxWorld
  ) throws(TurnkeyFailure) -> JSONObject {
    let bytes = try imported(fields, activity)
    guard let mnemonic = String(strictUTF8: bytes).flatMap({ Mnemonic($0) }) else { throw .badImport }
    let made = try wallet(fields, in: activity.organization, imported: mnemonic, world)
    try add(made, to: activity.organization)
    return made.result
  }

  /// Decrypts the `encryptedBundle` of an import, and deletes the import key. If the bundle cannot be decrypted, the
  /// key is kept.
  mutating func imported(
    _ fields: TurnkeyFields, _ activity: TurnkeyActivity
  ) throws(TurnkeyFailure) -> [UInt8] {
    let place = try subject(fields, activity)
    guard let key = importKeys[place] else { throw .badImport }
    let bytes = try TurnkeyEnclaves.open(try fields.string("encryptedBundle"), with: key, refusal: .badImport)
    importKeys[place] = nil
    return bytes
  }
}
