import AuthCore
import AuthCrypto
import AuthSandboxChains
import AuthSandboxKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Signing in by a wallet's signature (EIP-4361 and its Solana counterpart; P29 to P32).
extension PrivyVendor {
  private static let nonceSeconds: Int64 = 600

  /// `POST siwe/init`, `POST siws/init`: a nonce for an address.
  mutating func issueNonce(
    _ body: JSONObject, _ way: PrivyWay, _ world: SandboxWorld
  ) throws(PrivyFailure) -> SandboxResponse {
    let address = try body.privyText("address")
    guard Self.key(of: address, way) != nil else { throw .invalidData("The address is not of this chain.") }
    let nonce = Hex.encode(world.random.bytes(16))
    let expiry = world.unixTime + Self.nonceSeconds
    nonces.add(nonce, Self.canonical(address, way), until: expiry)
    return .json([
      "address": .string(Self.written(address, way)), "nonce": .string(nonce),
      "expires_at": .string(ISO8601.encode(Date(timeIntervalSince1970: Double(expiry)))),
    ])
  }

  /// The wallet that signed. Checks that the nonce is the server's, unused and for this address, that the times are
  /// valid, that the domain is in the policy `siweDomains` if set, and that the signature is the wallet's.
  mutating func checkMessage(
    _ body: JSONObject, _ way: PrivyWay, _ world: SandboxWorld
  ) throws(PrivyFailure) -> (PrivyUser.Account.Kind, JSONObject) {
    let text = try body.privyText("message")
    let chain = way == .ethereum ? "ethereum" : "solana"
    guard let message = PrivySignInMessage(text), message.chain == chain, let key = Self.key(of: message.address, way)
    else { throw .refusedSignature("no sign-in message of this chain") }
    let address = Self.canonical(message.address, way)
    guard let owner = nonces.take(message.nonce, at: world.unixTime), owner == address else {
      throw .refusedSignature("the nonce is unknown, used, too old or another address's")
    }
    if let domains = world.policy(name)["siweDomains"]?.arrayValue {
      guard domains.contains(.string(message.domain)) else { throw .refusedSignature("another site's message") }
    }
    try checkTimes(message, world)
    if way == .ethereum, let given = body["chainId"]?.stringValue {
      guard given == "eip155:" + message.chainID else { throw .refusedSignature("chainId is not the message's") }
    }
    let signature = try body.privyText("signature")
    let bytes = Array(text.utf8)
    switch way {
    case .ethereum:
      guard signature.hasPrefix("0x"), let raw = Hex.decode(String(signature.dropFirst(2))),
        PersonalMessage.signer(of: bytes, signature: raw) == key
      else { throw .refusedSignature("not this wallet's") }
    default:
      guard body["message_type"]?.stringValue ?? "plain" == "plain" else {
        throw PrivyFailure(400, "not_supported", "The sandbox takes message_type plain only.")
      }
      guard let raw = Base64.decode(signature),
        let publicKey = try? Curve25519.Signing.PublicKey(rawRepresentation: key),
        publicKey.isValidSignature(raw, for: bytes)
      else { throw .refusedSignature("not this wallet's") }
    }
    var details: JSONObject = ["address": .string(message.address)]
    if way == .ethereum { details["chain_id"] = .string("eip155:" + message.chainID) }
    for (member, column) in [("walletClientType", "wallet_client_type"), ("connectorType", "connector_type")] {
      details[column] = body[member]?.stringValue.map { .string($0) }
    }
    return (.ownWallet(chain, address: address), details)
  }

  private func checkTimes(_ message: PrivySignInMessage, _ world: SandboxWorld) throws(PrivyFailure) {
    guard let issued = ISO8601.decode(message.issuedAt), issued.timeIntervalSince(world.now) <= 60 else {
      throw .refusedSignature("issued in the future")
    }
    if let text = message.expirationTime {
      guard let end = ISO8601.decode(text), end > world.now else { throw .refusedSignature("expired") }
    }
    if let text = message.notBefore {
      guard let start = ISO8601.decode(text), start <= world.now else { throw .refusedSignature("not valid yet") }
    }
  }

  /// The 20 bytes of an account, or the 32 of a key; nil for a string that is not an address of the chain.
  private static func key(of address: String, _ way: PrivyWay) -> [UInt8]? {
    if way == .ethereum {
      guard address.hasPrefix("0x"), let bytes = Hex.decode(String(address.dropFirst(2))), bytes.count == 20 else {
        return nil
      }
      return bytes
    }
    return Base58.decode(address).flatMap { $0.count == 32 ? $0 : nil }
  }

  /// The address with its checksum (EIP-55).
  private static func written(_ address: String, _ way: PrivyWay) -> String {
    guard way == .ethereum, let account = Hex.decode(String(address.dropFirst(2))) else { return address }
    return ChainAddress.mixedCase(account)
  }

  /// In Ethereum's addresses case is only a checksum (EIP-55).
  private static func canonical(_ address: String, _ way: PrivyWay) -> String {
    way == .ethereum ? address.lowercased() : address
  }
}
