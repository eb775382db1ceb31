import AuthCore

/// A method that the user can choose.
struct HawcxMethod: Sendable, Hashable {
  let id: String
  let label: String
  let icon: String?
}
