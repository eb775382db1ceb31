/// A renewed session that the store would not take.
struct UnsavedRenewal: Sendable {
  let renewed: Session
  let old: Session
}
