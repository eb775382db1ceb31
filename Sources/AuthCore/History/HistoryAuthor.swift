/// The author of a history entry: a program, and one of its clients.
struct HistoryAuthor: Sendable, Equatable {
  /// The program's display name; nil if it has none.
  let program: String?
  /// The id of one client in one run.
  let mark: String
}
