import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The step in which another device has to approve the sign-in.
struct HawcxApprovalStep: Sendable, Hashable {
  var qrData: String?
  var expiresAt: Date
  var pollInterval: Duration
}
