import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The checks that registrations and assertions share, and those of single fields.
extension RelyingParty {
  func check(_ bytes: [UInt8], _ ceremony: ClientData.Ceremony, _ challenge: [UInt8]) throws(AuthError) {
    let clientData = try ClientData(parsing: bytes)
    guard clientData.ceremony == ceremony else { throw PasskeyRefusal.ceremony.error("it is of the other ceremony") }
    guard !challenge.isEmpty, ConstantTime.equal(clientData.challenge, challenge) else {
      throw PasskeyRefusal.challenge.error("the challenge is another")
    }
    guard origins.contains(clientData.origin) else { throw PasskeyRefusal.origin.error("the origin is not expected") }
    guard allowsCrossOrigin || (!clientData.crossOrigin && clientData.topOrigin == nil) else {
      throw PasskeyRefusal.crossOrigin.error("the page stood in one of another origin")
    }
    if let top = clientData.topOrigin, !topOrigins.isEmpty, !topOrigins.contains(top) {
      throw PasskeyRefusal.crossOrigin.error("the page around it is not expected")
    }
  }

  func check(_ data: AuthenticatorData, takesAbsence: Bool) throws(AuthError) {
    let hashes = otherIDs.union([id]).map { Array(SHA256.hash(data: Array($0.utf8))) }
    guard hashes.contains(data.relyingPartyIDHash) else {
      throw PasskeyRefusal.relyingParty.error("it is for another relying party")
    }
    guard data.flags.contains(.userPresent) || takesAbsence else {
      throw PasskeyRefusal.userPresence.error("the user was not present")
    }
    guard data.flags.contains(.userVerified) || !requiresUserVerification else {
      throw PasskeyRefusal.userVerification.error("the user was not verified")
    }
    guard data.flags.contains(.backupEligible) || !data.flags.contains(.backedUp) else {
      throw PasskeyRefusal.backup.error("it is backed up and may not be")
    }
  }

  func check(_ userHandle: [UInt8]?, _ owner: PasskeyOwner) throws(AuthError) {
    switch owner {
    case .identified(let expected):
      guard userHandle == nil || userHandle == expected else {
        throw PasskeyRefusal.userHandle.error("it is another user's")
      }
    case .discovered(let expected):
      guard let userHandle else { throw PasskeyRefusal.userHandle.error("it does not say whose it is") }
      guard userHandle == expected else { throw PasskeyRefusal.userHandle.error("it is another user's") }
    case .checkedByCaller: break
    }
  }
}
