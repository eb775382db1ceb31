/// The author of a history entry: a program, and one of its clients.
struct HistoryAuthor: Sendable, Equatable {
  /// The program's name, for people; nil where it has none.
  let program: String?
  /// Tells one client from another, and one run from the next.
  let mark: String
}
