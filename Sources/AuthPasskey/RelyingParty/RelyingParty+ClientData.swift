import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension RelyingParty {
  /// Checks the client data of a ceremony. An empty `challenge` matches nothing.
  func check(_ bytes: [UInt8], _ ceremony: ClientData.Ceremony, _ challenge: [UInt8]) throws(AuthError) {
    let clientData = try ClientData(parsing: bytes)
    guard clientData.ceremony == ceremony else {
      throw PasskeyRefusal.ceremony.error("the client data's type is not '\(ceremony.rawValue)'")
    }
    guard !challenge.isEmpty, ConstantTime.equal(clientData.challenge, challenge) else {
      throw PasskeyRefusal.challenge.error("the challenge differs from the challenge that was sent")
    }
    guard origins.contains(clientData.origin) else {
      throw PasskeyRefusal.origin.error(
        "the origin is not one of the expected origins. If this service uses the origin, add it to `origins`")
    }
    guard allowsCrossOrigin || (!clientData.crossOrigin && clientData.topOrigin == nil) else {
      throw PasskeyRefusal.crossOrigin.error("the page was in a frame of another origin")
    }
    if let top = clientData.topOrigin, !topOrigins.isEmpty, !topOrigins.contains(top) {
      throw PasskeyRefusal.crossOrigin.error("the top origin is not one of the expected top origins")
    }
  }
}
