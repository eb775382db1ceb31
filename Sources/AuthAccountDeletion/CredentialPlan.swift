import AuthCore

/// Which credentials of this device belong to an account that is deleted. A decision without I/O.
///
/// A credential whose owner is known belongs to the account of that owner. A credential without an owner belongs to the
/// account if it is stored under an identifier of the account that no other account is signed in with. Any other
/// credential can be another user's, also that of a user who is not signed in at the moment, so it is left.
struct CredentialPlan: Sendable {
  /// The account's credentials.
  let own: [KeptCredential]
  /// Whether some credentials are left because it is not known whose they are.
  let leavesUnowned: Bool

  /// The credentials of the account when the user asks for its deletion.
  init(noting kept: [KeptCredential], of record: AccountDeletionRecord) {
    own = kept.filter { credential in
      credential.owner.map { $0.hasSameBytes(as: record.subject) } ?? credential.isNamed
    }
    leavesUnowned = kept.contains { $0.owner == nil && !$0.isNamed }
  }

  /// The credentials to remove after the deletion: those that were noted, unless another one has their name now. A
  /// record of an earlier version has no notes; for it, the credentials of the user id are removed only if the user has
  /// not signed in again.
  init(removing kept: [KeptCredential], of record: AccountDeletionRecord, isReused: Bool) {
    let now = CredentialPlan(noting: kept, of: record)
    let known = record.credentials
    own =
      known.map { known in
        kept.filter { credential in
          known.contains(AccountDeletionRecord.KnownCredential(credential))
            && credential.owner.map { $0.hasSameBytes(as: record.subject) } ?? true
        }
      } ?? now.own.filter { !isReused || $0.owner == nil }
    let removed = Set(own.map(\.name))
    leavesUnowned = kept.contains { $0.owner == nil && !removed.contains($0.name) }
  }

  /// The account's identifiers under which its credentials can be found. An identifier with which another account is
  /// signed in now is left out: the user may have signed up again. If a session cannot be read, it can be one of any
  /// account, so no identifier identifies the account.
  static func identifiers(of record: AccountDeletionRecord, _ stored: StoredSessions) -> [String] {
    guard stored.unreadable.isEmpty else { return [] }
    let others = stored.sessions.filter { $0.providerID == record.providerID && !record.concerns($0) }
    return record.identifiers.filter { identifier in
      !others.contains { $0.identifier?.hasSameBytes(as: identifier) == true }
    }
  }
}
