package import AuthCore

/// A link that the vendor refused because the account belongs to another user. It is kept for a transfer of the account
/// (P78, P93).
package struct RefusedLink: Sendable {
  /// The vendor's code for such a refusal.
  package static let vendorCode = "account_transfer_required"

  /// The common part of the account's routes, such as `siwe`.
  package let route: String
  /// The method of the account.
  package let method: MethodID
  /// The address or the number of the account; nil for an account at another service.
  package let identifier: String?
  /// The vendor's refusal, whose `data` has the permission for the transfer.
  package let response: TransportResponse
  /// The error that the flow fails with.
  let traceID: String?

  init(_ proof: PrivyProof, _ response: TransportResponse, _ error: AuthError) {
    route = proof.route
    method = proof.method
    identifier = proof.identifier
    self.response = response
    traceID = error.traceID
  }
}

/// The last refused link of a provider instance. A flow ends with an error, which has no place for the permission.
package final class RefusedLinks: Sendable {
  private let last = Locked<RefusedLink?>(nil)

  init() {}

  func note(_ link: RefusedLink) { last.withLock { $0 = link } }

  /// Returns the refused link that a flow's error reports, and forgets it; nil for any other error.
  package func take(_ error: AuthError) -> RefusedLink? {
    guard error.vendorCode == RefusedLink.vendorCode else { return nil }
    return last.withLock { last in
      // Another flow may have been refused since then.
      guard let found = last, found.traceID == error.traceID else { return nil }
      last = nil
      return found
    }
  }
}
