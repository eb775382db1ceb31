import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A code was sent.
struct HawcxCodeStep: Sendable, Hashable {
  var destination: String
  var length: Int?
  var format: CodePrompt.Format?
  var expiresAt: Date?
  /// nil, and a string that is not a time, mean that a new code may be requested immediately.
  var resendAt: Date?
}
