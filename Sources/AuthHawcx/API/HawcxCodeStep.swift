import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The step in which the user has to enter a code that the server has sent.
struct HawcxCodeStep: Sendable, Hashable {
  var destination: String
  var length: Int?
  var format: CodePrompt.Format?
  var expiresAt: Date?
  /// When a new code may be requested; nil means immediately. A string that is not a time is read as nil.
  var resendAt: Date?
}
