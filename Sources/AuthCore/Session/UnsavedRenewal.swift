/// A renewed session that could not be stored.
struct UnsavedRenewal: Sendable {
  let renewed: Session
  let old: Session
  /// The fence of the claim under which the session was renewed; nil if the fence is not known.
  var fence: UInt64?
}
