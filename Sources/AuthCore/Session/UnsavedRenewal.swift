/// A renewed session that could not be stored.
struct UnsavedRenewal: Sendable {
  let renewed: Session
  let old: Session
  /// The fence of the claim under which it was renewed; nil if it is not known.
  var fence: UInt64?
}
