import AuthCore

/// One method to choose.
struct HawcxMethod: Sendable, Hashable {
  let id: String
  let label: String
  let icon: String?
}
