import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The last step of a flow, with the authorisation code.
struct HawcxCompletion: Sendable {
  var code: Secret
  var expiresAt: Date?
  /// The PKCE verifier; set only if the server created it.
  var verifier: Secret?
  /// The step-up's receipt; set only if the flow started with a start token.
  var receipt: Secret?
}
