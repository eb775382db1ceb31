/// What a `ReplayMemory` knows about an identifier.
public enum ReplayAnswer: Sendable, Hashable {
  /// The identifier was not known. It is remembered from now on.
  case new
  /// The identifier was known: the message is a replay.
  case known
  /// The identifier cannot be remembered now. Refuse the message.
  case full
}
