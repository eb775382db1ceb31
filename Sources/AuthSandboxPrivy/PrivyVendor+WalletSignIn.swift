import AuthCore
import AuthCrypto
import AuthSandboxChains
import AuthSandboxKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Signing in with a wallet's signature (EIP-4361 and its Solana counterpart; P29 to P32).
extension PrivyVendor {
  private static let nonceSeconds: Int64 = 600

  /// `POST siwe/init`, `POST siws/init`: a nonce for an address.
  mutating func issueNonce(
    _ body: JSONObject, _ way: PrivyWay, _ world: SandboxWorld
  ) throws(PrivyFailure) -> SandboxResponse {
    let address = try body.privyText("address")
    guard Self.key(of: address, way) != nil else {
      throw .invalidData(
        "address must be 0x and 40 hexadecimal digits for siwe, or 32 bytes in Base58 for siws.")
    }
    let nonce = Hex.encode(world.random.bytes(16))
    let expiry = world.unixTime + Self.nonceSeconds
    nonces.add(nonce, Self.canonical(address, way), until: expiry)
    return .json([
      "address": .string(Self.written(address, way)), "nonce": .string(nonce),
      "expires_at": .string(ISO8601.encode(Date(timeIntervalSince1970: Double(expiry)))),
    ])
  }

  /// Verifies a signed message and returns the account of its wallet. The nonce must be one that the server issued for
  /// this address, unused and not expired; the times must be valid; the domain must be in the policy `siweDomains` if
  /// that is set; and the wallet must have made the signature.
  mutating func checkMessage(
    _ body: JSONObject, _ way: PrivyWay, _ world: SandboxWorld
  ) throws(PrivyFailure) -> (PrivyUser.Account.Kind, JSONObject) {
    let text = try body.privyText("message")
    let chain = way == .ethereum ? "ethereum" : "solana"
    guard let message = PrivySignInMessage(text), message.chain == chain, let key = Self.key(of: message.address, way)
    else { throw .refusedSignature("not a sign-in message of this chain") }
    let address = Self.canonical(message.address, way)
    guard let owner = nonces.take(message.nonce, at: world.unixTime), owner == address else {
      throw .refusedSignature("the nonce is unknown, used, expired or for another address")
    }
    if let domains = world.policy(name)["siweDomains"]?.arrayValue {
      guard domains.contains(.string(message.domain)) else { throw .refusedSignature("another domain") }
    }
    try checkTimes(message, world)
    if way == .ethereum, let given = body["chainId"]?.stringValue {
      guard given == "eip155:" + message.chainID else { throw .refusedSignature("chainId is not that of the message") }
    }
    let signature = try body.privyText("signature")
    let bytes = Array(text.utf8)
    switch way {
    case .ethereum:
      guard signature.hasPrefix("0x"), let raw = Hex.decode(String(signature.dropFirst(2))),
        PersonalMessage.signer(of: bytes, signature: raw) == key
      else { throw .refusedSignature("not signed by this wallet") }
    default:
      guard body["message_type"]?.stringValue ?? "plain" == "plain" else {
        throw PrivyFailure(400, "not_supported", "The sandbox accepts only the message_type plain.")
      }
      guard let raw = Base64.decode(signature),
        let publicKey = try? Curve25519.Signing.PublicKey(rawRepresentation: key),
        publicKey.isValidSignature(raw, for: bytes)
      else { throw .refusedSignature("not signed by this wallet") }
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

  /// The bytes of an address: an Ethereum account's 20 or a Solana key's 32; nil for a string that is not an address of
  /// the chain.
  private static func key(of address: String, _ way: PrivyWay) -> [UInt8]? {
    if way == .ethereum {
      guard address.hasPrefix("0x"), let bytes = Hex.decode(String(address.dropFirst(2))), bytes.count == 20 else {
        return nil
      }
      return bytes
    }
    return Base58.decode(address).flatMap { $0.count == 32 ? $0 : nil }
  }

  /// The address as the server writes it: on Ethereum with its checksum (EIP-55).
  private static func written(_ address: String, _ way: PrivyWay) -> String {
    guard way == .ethereum, let account = Hex.decode(String(address.dropFirst(2))) else { return address }
    return ChainAddress.mixedCase(account)
  }

  /// The address for comparison. In an Ethereum address, upper and lower case are only a checksum (EIP-55).
  private static func canonical(_ address: String, _ way: PrivyWay) -> String {
    way == .ethereum ? address.lowercased() : address
  }
}
