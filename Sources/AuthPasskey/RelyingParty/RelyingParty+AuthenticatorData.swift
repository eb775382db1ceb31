import AuthCore
import AuthCrypto

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The checks of the authenticator data, which registrations and assertions share, and of the user handle.
extension RelyingParty {
  /// Checks the RP ID and the flags of the authenticator data. With `takesAbsence`, the user need not be present.
  func check(_ data: AuthenticatorData, takesAbsence: Bool) throws(AuthError) {
    let hashes = otherIDs.union([id]).map { Array(SHA256.hash(data: Array($0.utf8))) }
    guard hashes.contains(data.relyingPartyIDHash) else {
      throw PasskeyRefusal.relyingParty.error("the RP ID hash belongs to another relying party")
    }
    guard data.flags.contains(.userPresent) || takesAbsence else {
      throw PasskeyRefusal.userPresence.error("the user was not present")
    }
    guard data.flags.contains(.userVerified) || !requiresUserVerification else {
      throw PasskeyRefusal.userVerification.error("the user was not verified")
    }
    guard data.flags.contains(.backupEligible) || !data.flags.contains(.backedUp) else {
      throw PasskeyRefusal.backup.error("the credential is backed up, but is not backup eligible")
    }
  }

  /// Checks that the user handle of an assertion belongs to the credential's owner.
  func check(_ userHandle: [UInt8]?, _ owner: PasskeyOwner) throws(AuthError) {
    switch owner {
    case .identified(let expected):
      guard userHandle == nil || userHandle == expected else {
        throw PasskeyRefusal.userHandle.error("the user handle is another user's")
      }
    case .discovered(let expected):
      guard let userHandle else { throw PasskeyRefusal.userHandle.error("the user handle is missing") }
      guard userHandle == expected else {
        throw PasskeyRefusal.userHandle.error("the user handle is another user's")
      }
    case .checkedByCaller: break
    }
  }
}
