/// A renewed session that could not be stored.
struct UnsavedRenewal: Sendable {
  let renewed: Session
  let old: Session
}
