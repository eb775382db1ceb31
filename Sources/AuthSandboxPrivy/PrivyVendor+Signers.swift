import AuthCore
import AuthCrypto
import AuthSandboxChains
import AuthSandboxKit

/// Key quorums, the signers of wallets, and the export of wallets (P96, P97).
extension PrivyVendor {
  /// `POST key_quorums` and `GET key_quorums/{id}` of the server API; nil for any other route. The sandbox has quorums
  /// of public keys, of which one has to sign.
  mutating func keyQuorum(
    _ request: SandboxRequest, _ path: String, _ world: SandboxWorld
  ) throws(PrivyFailure) -> SandboxResponse? {
    if request.method == "POST", path == "key_quorums" {
      let body = try request.privyBody
      let keys = (body["public_keys"]?.arrayValue ?? []).compactMap(\.stringValue)
      guard !keys.isEmpty, keys.allSatisfy({ Self.publicKey($0) != nil }) else {
        throw .invalidData("public_keys must be P-256 SPKIs in base64.")
      }
      guard (body["authorization_threshold"]?.integerValue ?? 1) == 1 else {
        throw PrivyFailure(400, "not_supported", "The sandbox has only quorums of which one key signs.")
      }
      let id = world.random.characters(24, of: "abcdefghijklmnopqrstuvwxyz0123456789")
      keyQuorums[id] = keys
      return .json(Self.json(ofQuorum: id, keys, name: body["display_name"]))
    }
    guard request.method == "GET", let id = path.between("key_quorums/", "") else { return nil }
    guard let keys = keyQuorums[id] else { throw .notFound }
    return .json(Self.json(ofQuorum: id, keys, name: nil))
  }

  private static func json(ofQuorum id: String, _ keys: [String], name: JSONValue?) -> JSONValue {
    [
      "id": .string(id), "display_name": name ?? .null, "authorization_threshold": 1, "user_ids": nil,
      "authorization_keys": .array(keys.map { ["public_key": .string($0), "display_name": nil] }),
    ]
  }

  /// `PATCH wallets/{id}`: replaces the signers of a wallet. The owner has to authorise it.
  mutating func updateWallet(
    _ request: SandboxRequest, _ wallet: PrivyWallets.Wallet, _ world: SandboxWorld
  ) throws(PrivyFailure) -> SandboxResponse {
    try authorize(request, for: wallet, byOwnerAlone: true, world)
    let body = try request.privyBody
    guard body.names == ["additional_signers"], let signers = body["additional_signers"]?.arrayValue else {
      throw PrivyFailure(400, "not_supported", "The sandbox changes only additional_signers, an array.")
    }
    for signer in signers {
      guard let id = signer["signer_id"]?.stringValue, keyQuorums[id] != nil else {
        throw .invalidData("signer_id must be the id of a key quorum of the app.")
      }
    }
    guard let changed = wallets.setSigners(signers, of: wallet.id) else { throw .notFound }
    return .json(changed.json)
  }

  /// `POST wallets/{id}/export`: the wallet's private key, encrypted to the request's key. The owner has to authorise
  /// it; a wallet of the app itself has no owner who could.
  func exportWallet(
    _ request: SandboxRequest, _ wallet: PrivyWallets.Wallet, _ world: SandboxWorld
  ) throws(PrivyFailure) -> SandboxResponse {
    guard wallet.owner != .app else { throw .refusedSignature("the wallet has no owner, who has to authorise it") }
    try authorize(request, for: wallet, byOwnerAlone: true, world)
    let recipient = try Self.recipient(try request.privyBody)
    let bytes = wallet.key.bytes
    // The text of the chain's other wallets: hexadecimal digits, or the seed and the public key in base58.
    let text = wallet.chain == .ethereum ? Hex.encode(bytes) : Base58.encode(bytes + wallet.key.publicKey)
    return .json(try Self.sealed(text, to: recipient))
  }

  /// The keys of a wallet's signers.
  func signerKeys(of wallet: PrivyWallets.Wallet) -> [PrivySigningKeys.Known] {
    wallet.signers.compactMap { $0["signer_id"]?.stringValue }.flatMap { keyQuorums[$0] ?? [] }
      .compactMap(Self.publicKey).map { PrivySigningKeys.Known(key: $0, expiry: .max, showedFactor: true) }
  }

  /// The key to which a response is to be encrypted.
  static func recipient(_ body: JSONObject) throws(PrivyFailure) -> P256.KeyAgreement.PublicKey {
    guard body["encryption_type"]?.stringValue == "HPKE" else { throw .invalidData("encryption_type must be HPKE.") }
    guard let bytes = Base64.decode(try body.privyText("recipient_public_key")),
      let recipient = try? P256.KeyAgreement.PublicKey(derRepresentation: bytes)
    else { throw .invalidData("recipient_public_key must be a P-256 SPKI in base64.") }
    return recipient
  }

  /// A text that is encrypted to a key (P84).
  static func sealed(_ text: String, to recipient: P256.KeyAgreement.PublicKey) throws(PrivyFailure) -> JSONValue {
    do {
      var sender = try HPKE.Sender(
        recipientKey: recipient,
        ciphersuite: HPKE.Ciphersuite(kem: .P256_HKDF_SHA256, kdf: .HKDF_SHA256, aead: .chaChaPoly), info: [UInt8]())
      let sealed = try sender.seal(Array(text.utf8))
      return [
        "encryption_type": "HPKE", "encapsulated_key": .string(Base64.encode(sender.encapsulatedKey)),
        "ciphertext": .string(Base64.encode(sealed)),
      ]
    } catch {
      throw PrivyFailure(
        500, "internal_error", "The sandbox could not encrypt the key. Report this to Latchkey's maintainers.")
    }
  }
}
