import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The flow is through.
struct HawcxCompletion: Sendable {
  var code: Secret
  var expiresAt: Date?
  /// Only where the server made the pair.
  var verifier: Secret?
  /// Only where the flow began by a start token.
  var receipt: Secret?
}
