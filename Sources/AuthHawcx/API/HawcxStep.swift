import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The server's next step (H34–H48).
enum HawcxStep: Sendable {
  case selectMethod([HawcxMethod], phase: String?)
  case enterCode(HawcxCodeStep)
  case enterTOTP
  case setupTOTP(secret: Secret, uri: Secret, period: Int?)
  case setupSMS(existingPhone: String?)
  case redirect(URL, returnScheme: String?)
  case awaitApproval(HawcxApprovalStep)
  case setupDevice(HawcxDeviceSetup)
  case deviceChallenge(HawcxDeviceChallenge)
  case completed(HawcxCompletion)
  case error(HawcxFailure)
  /// A step of a later version of the vendor's protocol.
  case unknown(type: String)
}
