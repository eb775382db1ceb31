import AuthCore
import AuthCrypto
import AuthSandboxChains
import AuthSandboxKit

extension TurnkeyVendor {
  /// sign_raw_payload and sign_raw_payloads: signs payloads with a wallet account or a private key.
  func signRawPayloads(
    _ fields: TurnkeyFields, _ activity: TurnkeyActivity, _ world: SandboxWorld
  ) throws(TurnkeyFailure) -> JSONObject {
    let key = try signer(try fields.string("signWith"), in: activity.organization)
    let encoding = try fields.string("encoding")
    let function = try fields.string("hashFunction")
    let isTrimmed = world.policy(name)["trimSignatures"]?.boolValue ?? true
    if activity.kind.path == "sign_raw_payload" {
      return try signature(try fields.string("payload"), encoding, function, key, isTrimmed: isTrimmed)
    }
    var signatures: [JSONValue] = []
    for payload in try fields.strings("payloads") {
      signatures.append(.object(try signature(payload, encoding, function, key, isTrimmed: isTrimmed)))
    }
    return ["signatures": .array(signatures)]
  }

  /// sign_transaction: signs an Ethereum or a Solana transaction.
  func signTransaction(_ fields: TurnkeyFields, _ activity: TurnkeyActivity) throws(TurnkeyFailure) -> JSONObject {
    let key = try signer(try fields.string("signWith"), in: activity.organization)
    let text = try fields.string("unsignedTransaction")
    let type = try fields.string("type")
    let bytes = Hex.decode(text.hasPrefix("0x") ? text.dropFirst(2) : text[...]) ?? []
    var signed: String?
    switch type {
    case "TRANSACTION_TYPE_ETHEREUM": signed = TurnkeyEthereumTransaction(bytes)?.signed(by: key)
    case "TRANSACTION_TYPE_SOLANA": signed = SolanaTransaction(bytes)?.signed(by: key).map { Hex.encode($0.bytes) }
    default: throw .unserved("transactions of type \(type.prefix(40))")
    }
    guard let signed else { throw .invalid("could not parse the unsigned transaction", "INVALID_TRANSACTION") }
    return ["signedTransaction": .string(signed)]
  }

  /// The signature of a payload: v1SignRawPayloadResult. As at the vendor, `r` and `s` lose their leading zero bytes,
  /// unless the policy `trimSignatures` is `false` (T73).
  private func signature(
    _ payload: String, _ encoding: String, _ function: String, _ key: ChainKey, isTrimmed: Bool
  ) throws(TurnkeyFailure) -> JSONObject {
    let bytes = try payloadBytes(payload, encoding)
    let input: [UInt8]
    switch (function, key.curve) {
    case ("HASH_FUNCTION_NOT_APPLICABLE", .ed25519): input = bytes
    case (_, .ed25519): throw .invalid("Ed25519 keys sign only with HASH_FUNCTION_NOT_APPLICABLE")
    case ("HASH_FUNCTION_SHA256", _): input = Array(SHA256.hash(data: bytes))
    case ("HASH_FUNCTION_KECCAK256", _): input = Keccak.hash256(bytes)
    case ("HASH_FUNCTION_NO_OP", _):
      guard bytes.count == 32 else { throw .invalid("HASH_FUNCTION_NO_OP requires a digest of 32 bytes") }
      input = bytes
    default:
      throw .invalid(
        "hashFunction must be HASH_FUNCTION_SHA256, HASH_FUNCTION_KECCAK256 or HASH_FUNCTION_NO_OP for this key")
    }
    guard let signature = key.sign(input) else { throw .failed }
    func text(_ number: [UInt8]) -> String {
      // The halves of an Ed25519 signature keep their zero bytes, since they are not numbers.
      Hex.encode(isTrimmed && key.curve != .ed25519 ? Array(number.drop { $0 == 0 }) : number)
    }
    return [
      "r": .string(text(signature.r)), "s": .string(text(signature.s)),
      "v": .string(Hex.encode([signature.recovery])),
    ]
  }

  private func payloadBytes(_ payload: String, _ encoding: String) throws(TurnkeyFailure) -> [UInt8] {
    switch encoding {
    case "PAYLOAD_ENCODING_TEXT_UTF8": return Array(payload.utf8)
    case "PAYLOAD_ENCODING_HEXADECIMAL":
      guard let bytes = Hex.decode(payload.hasPrefix("0x") ? payload.dropFirst(2) : payload[...]) else {
        throw .invalid("payload must be hexadecimal for PAYLOAD_ENCODING_HEXADECIMAL")
      }
      return bytes
    default: throw .unserved("payloads in the encoding \(encoding)")
    }
  }

  /// The key that `signWith` names, by an address or by the id of a wallet account or private key.
  func signer(_ name: String, in organization: String) throws(TurnkeyFailure) -> ChainKey {
    let place = directory.organization(organization)
    let accounts = (place?.wallets ?? []).flatMap(\.accounts)
    if let account = accounts.first(where: { $0.hasAddress(name) || $0.id == name }) { return account.key }
    let keys = place?.privateKeys ?? []
    if let key = keys.first(where: { $0.id == name || $0.addresses.contains { $0.address == name } }) { return key.key }
    throw .notFound("no wallet account or private key found to sign with")
  }
}
