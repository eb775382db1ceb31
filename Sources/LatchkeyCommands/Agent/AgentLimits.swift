/// What a client may cost the agent.
struct AgentLimits: Sendable, Equatable {
  /// How many connections are open at the same time.
  var connections = 64
  /// How many bytes a line may have, without its line feed.
  var lineBytes = 1 << 20
  /// How long a line may take from its first byte to its end.
  var lineTime = Duration.seconds(10)
  /// How long a connection may be open without a request.
  var quietTime = Duration.seconds(60)
  /// How long a client may take to read an answer.
  var answerTime = Duration.seconds(10)
  /// How long the requests that are being served may take after the agent was told to end.
  var endTime = Duration.seconds(10)
  /// How long the agent runs without a request.
  var idleTime = Duration.seconds(900)
}
