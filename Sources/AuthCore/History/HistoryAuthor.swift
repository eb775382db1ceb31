/// The author of a history entry: a program, and one of its clients.
struct HistoryAuthor: Sendable, Equatable {
  /// The program's name for people; nil if it has no name.
  let program: String?
  /// Identifies one client in one run.
  let mark: String
}
