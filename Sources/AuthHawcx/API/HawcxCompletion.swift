import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The flow is complete.
struct HawcxCompletion: Sendable {
  var code: Secret
  var expiresAt: Date?
  /// Only where the server created the proof key.
  var verifier: Secret?
  /// Only where the flow started with a start token.
  var receipt: Secret?
}
