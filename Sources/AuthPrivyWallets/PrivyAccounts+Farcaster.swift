public import AuthCore
import AuthPrivy

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension PrivyAccounts {
  /// The time between two questions, as in the vendor's web client (P99).
  private static let pollInterval = Duration.seconds(2)

  /// Opens a channel on which the user's Farcaster app approves a link (P99).
  ///
  /// - Parameter redirectURL: where the Farcaster app returns to after the approval; nil for nowhere, such as after a
  ///   QR code.
  /// - Throws: `method_not_available` if the app does not allow Farcaster; `malformed_response` for an invalid channel;
  ///   and the errors of a request with the session.
  public func beginFarcaster(redirectURL: URL? = nil) async throws(AuthError) -> FarcasterChannel {
    var body = JSONObject()
    body["redirect_url"] = redirectURL.map { .string($0.absoluteString) }
    body["relying_party"] = provider.configuration.relyingParty.map { .string($0) }
    let response = try await response(FarcasterChannel.route + "/init", .object(body))
    guard response.isSuccess else { throw provider.error(behind: response) }
    return try FarcasterChannel(try response.json())
  }

  /// Waits until the user has approved the channel in the Farcaster app, and links the account. A user can have only
  /// one. A question that fails for a temporary reason is repeated.
  ///
  /// - Parameters:
  ///   - channel: the channel, whose address the app has opened or shown.
  ///   - limit: how long to wait for the approval.
  /// - Returns: the user with the account; or a transfer, if the account belongs to another user and the vendor allows
  ///   this user to take it over.
  /// - Throws: `approval_expired` if the link was not approved in time, or the vendor no longer knows the channel;
  ///   `cancelled` if the task is cancelled; `signature_invalid` if the vendor refuses the approval;
  ///   `method_not_available` if the app does not allow Farcaster; `forbidden` if the user has another account at
  ///   Farcaster, or if the account belongs to another user and cannot be moved; `malformed_response` for an invalid
  ///   state; and the errors of a request with the session and of `AuthClient.reloadPrivyUser(provider:)`.
  public func link(
    _ channel: FarcasterChannel, within limit: Duration = .seconds(300)
  ) async throws(AuthError) -> PrivyLinkResult {
    let approval = try await approval(of: channel, within: limit)
    let response = try await response(
      FarcasterChannel.route + "/link",
      [
        "channel_token": .string(channel.token.revealText()), "fid": .integer(approval.fid),
        "message": .string(approval.message), "signature": .string(approval.signature),
      ])
    return try await result(of: response, provider.error(behindProof: response)) { refusal in
      PrivyAccountTransfer(of: approval, refusal: refusal)
    }
  }

  private func approval(
    of channel: FarcasterChannel, within limit: Duration
  ) async throws(AuthError) -> FarcasterApproval {
    let clock = provider.clock
    let end = clock.uptime() + limit
    while true {
      var pause = Self.pollInterval
      do throws(AuthError) {
        if let approval = try await state(of: channel) { return approval }
      } catch where error.isTransient && error.code != .malformedResponse {
        // The user may be approving in the meantime.
        pause = max(pause, error.retryAfter ?? .zero)
      }
      let left = end - clock.uptime()
      guard left > .zero else { throw Self.expired }
      do throws(CancellationError) { try await clock.sleep(for: min(pause, left)) } catch { throw .cancelled }
    }
  }

  /// Asks for the approval; nil before the user has approved.
  private func state(of channel: FarcasterChannel) async throws(AuthError) -> FarcasterApproval? {
    // Not repeated by the transport: the loop repeats it.
    let request = TransportRequest(
      "GET", url(FarcasterChannel.route + "/status"),
      headers: ["farcaster-channel-token": channel.token.revealText()], retry: .never, timeout: .seconds(20))
    let response = try await send(request)
    guard response.isSuccess else {
      let error = provider.error(behindProof: response)
      // GUESS P101: a channel that the vendor no longer knows is refused like a wrong proof, or not found.
      guard error.code == .signatureInvalid || response.status == 404 else { throw error }
      throw Self.expired
    }
    return try FarcasterApproval(try response.json())
  }

  private static let expired = AuthError(
    .approvalExpired, "The link was not approved in the Farcaster app in time. Begin again.")
}
