import AuthCore
import AuthCrypto
import AuthSandboxChains

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A channel on which a Farcaster app approves a sign-in or a link (FIP-11; P99).
struct PrivyFarcasterChannel: Sendable {
  /// The site in the message.
  let domain: String
  let nonce: String
  /// Where the Farcaster app returns to; nil for nowhere.
  let redirectURL: String?
  let expiry: Int64
  var approval: Approval?

  /// What the user's Farcaster app has signed.
  struct Approval: Sendable {
    let user: PrivyFarcasterUser
    let message: String
    let signature: String
  }

  /// `GET farcaster/status`.
  var json: JSONValue {
    guard let approval else { return ["state": "pending", "nonce": .string(nonce)] }
    return [
      "state": "completed", "nonce": .string(nonce), "message": .string(approval.message),
      "signature": .string(approval.signature), "fid": .integer(approval.user.fid),
      "username": .string(approval.user.username), "display_name": .string(approval.user.displayName),
      "bio": "", "pfp_url": "",
    ]
  }
}

/// A user of Farcaster. The sandbox replaces Farcaster's register of owners: each number has its own key.
struct PrivyFarcasterUser: Sendable {
  let fid: Int64
  let username: String
  let displayName: String

  /// The members of the linked account.
  func details(seed: String) -> JSONObject {
    var details: JSONObject = ["username": .string(username), "display_name": .string(displayName)]
    details["owner_address"] = Self.owner(of: fid, seed: seed).flatMap { ChainAddress.ethereum.text(of: $0) }.map {
      .string($0)
    }
    return details
  }

  /// The key that owns a number. A hash is practically always a valid key.
  static func owner(of fid: Int64, seed: String) -> ChainKey? {
    ChainKey(.secp256k1, Array(SHA256.hash(data: Array("farcaster \(fid) \(seed)".utf8))))
  }

  /// Approves a channel as a Farcaster app does: signs its message (EIP-191). Nil only if the number has no key.
  func approval(of channel: PrivyFarcasterChannel, seed: String, at now: Date) -> PrivyFarcasterChannel.Approval? {
    guard let key = Self.owner(of: fid, seed: seed), let address = ChainAddress.ethereum.text(of: key) else {
      return nil
    }
    let message = [
      "\(channel.domain) wants you to sign in with your Ethereum account:", address, "", "Farcaster Auth", "",
      "URI: https://\(channel.domain)", "Version: 1", "Chain ID: \(Self.chainID)", "Nonce: \(channel.nonce)",
      "Issued At: \(ISO8601.encode(now))", "Resources:", "- \(resource)",
    ].joined(separator: "\n")
    guard let parts = key.sign(PersonalMessage.digest(Array(message.utf8))) else { return nil }
    return PrivyFarcasterChannel.Approval(
      user: self, message: message, signature: "0x" + Hex.encode(parts.r + parts.s + [27 + parts.recovery]))
  }

  /// The chain of Farcaster's register, OP Mainnet (FIP-11).
  static let chainID = "10"
  private var resource: String { Self.resource(fid) }
  static func resource(_ fid: Int64) -> String { "farcaster://fid/\(fid)" }
}
