import AuthCore
import AuthCrypto
import AuthSandboxChains
import AuthSandboxKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Farcaster accounts: a channel, the approval of the user's Farcaster app, and its check (FIP-11; P99).
extension PrivyVendor {
  /// The page that stands in for the Farcaster app.
  static let farcasterPage = "/farcaster/page"
  private static let channelSeconds: Int64 = 600

  /// `POST farcaster/init {relying_party?, redirect_url?, token?}`: a channel.
  mutating func openFarcasterChannel(
    _ body: JSONObject, _ world: SandboxWorld
  ) throws(PrivyFailure) -> SandboxResponse {
    var domain = "example.com"
    if let site = body["relying_party"]?.stringValue {
      guard let origin = Origin(site) else { throw .invalidData("relying_party must be a URL.") }
      domain = origin.host
    }
    let token = world.random.token(byteCount: 24)
    farcasterChannels = farcasterChannels.filter { $0.value.expiry > world.unixTime }
    farcasterChannels[token] = PrivyFarcasterChannel(
      domain: domain, nonce: Hex.encode(world.random.bytes(16)), redirectURL: body["redirect_url"]?.stringValue,
      expiry: world.unixTime + Self.channelSeconds)
    let page = world.baseURL + "/privy" + Self.farcasterPage + "?channelToken=" + PercentEncoding.encode(token)
    return .json(["channel_token": .string(token), "connect_uri": .string(page)])
  }

  /// `GET farcaster/status`, with the channel in a header.
  func farcasterStatus(_ request: SandboxRequest, _ world: SandboxWorld) throws(PrivyFailure) -> SandboxResponse {
    try checkAllowed(.farcaster, world)
    return .json(try farcasterChannel(request.headers["farcaster-channel-token"] ?? "", world).json)
  }

  /// `GET /privy/farcaster/page`: approves the channel as the user of the policy `farcasterFid`, as a Farcaster app
  /// would after a question.
  mutating func visitFarcasterPage(
    _ request: SandboxRequest, _ world: SandboxWorld
  ) throws(PrivyFailure) -> SandboxResponse {
    let fid = world.policy(name)["farcasterFid"]?.integerValue ?? 1000
    let channel = try approveFarcaster(request.queryValue("channelToken") ?? "", fid: fid, username: nil, world)
    if let back = channel.redirectURL {
      return SandboxResponse(status: 302, headers: ["Location": back, "Cache-Control": "no-store"])
    }
    return SandboxResponse(
      status: 200, headers: ["Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store"],
      body: Array("Farcaster account \(fid) has approved. Return to the app.\n".utf8))
  }

  /// Approves a channel as a user of Farcaster.
  mutating func approveFarcaster(
    _ token: String, fid: Int64, username: String?, _ world: SandboxWorld
  ) throws(PrivyFailure) -> PrivyFarcasterChannel {
    var channel = try farcasterChannel(token, world)
    let username = username ?? "user-\(fid)"
    let user = PrivyFarcasterUser(fid: fid, username: username, displayName: username)
    channel.approval = user.approval(of: channel, seed: app.secret, at: world.now)
    farcasterChannels[token] = channel
    return channel
  }

  /// Verifies an approval and returns its account. The message must be for this channel and this account, and signed by
  /// the account's owner. The channel is used up.
  mutating func checkFarcaster(
    _ body: JSONObject, _ world: SandboxWorld
  ) throws(PrivyFailure) -> (PrivyUser.Account.Kind, JSONObject) {
    let token = try body.privyText("channel_token")
    let fid = try body.privyNumber("fid")
    let text = try body.privyText("message")
    let signature = try body.privyText("signature")
    let channel = try farcasterChannel(token, world)
    guard let approval = channel.approval, approval.user.fid == fid else {
      throw .refusedApproval("this account has not approved the channel")
    }
    guard let message = PrivySignInMessage(text), message.chain == "ethereum" else {
      throw .refusedApproval("not a sign-in message")
    }
    guard message.nonce == channel.nonce, message.domain == channel.domain else {
      throw .refusedApproval("the message is for another channel or site")
    }
    guard message.chainID == PrivyFarcasterUser.chainID,
      message.resources.contains(PrivyFarcasterUser.resource(fid))
    else { throw .refusedApproval("the message is not for this account") }
    guard let issued = ISO8601.decode(message.issuedAt), issued.timeIntervalSince(world.now) <= 60 else {
      throw .refusedApproval("issued in the future")
    }
    guard let key = PrivyFarcasterUser.owner(of: fid, seed: app.secret),
      let owner = ChainAddress.ethereum.text(of: key), message.address == owner,
      signature.hasPrefix("0x"), let raw = Hex.decode(String(signature.dropFirst(2))),
      PersonalMessage.signer(of: Array(text.utf8), signature: raw) == Hex.decode(String(owner.dropFirst(2)))
    else { throw .refusedApproval("not signed by the owner of the account") }
    farcasterChannels[token] = nil
    return (.farcaster(fid), approval.user.details(seed: app.secret))
  }

  /// P101: an unknown or expired channel is refused like a wrong code.
  private func farcasterChannel(_ token: String, _ world: SandboxWorld) throws(PrivyFailure) -> PrivyFarcasterChannel {
    guard let channel = farcasterChannels[token], world.unixTime < channel.expiry else {
      throw .refusedApproval("the channel is unknown, used or expired")
    }
    return channel
  }
}
