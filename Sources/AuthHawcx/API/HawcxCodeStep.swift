import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The server has sent a code, which the user has to enter.
struct HawcxCodeStep: Sendable, Hashable {
  var destination: String
  var length: Int?
  var format: CodePrompt.Format?
  var expiresAt: Date?
  /// When a new code may be requested. nil means immediately; so does a string that is not a time.
  var resendAt: Date?
}
