/// The author of a history entry: a program, and one client in one run of the program.
struct HistoryAuthor: Sendable, Equatable {
  /// The program's display name; nil if it has none.
  let program: String?
  /// The random id of the client.
  let mark: String
}
