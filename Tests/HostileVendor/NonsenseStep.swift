/// One step of a server that plays a response.
enum NonsenseStep: Sendable {
  /// Sends these bytes.
  case send([UInt8])
  /// Sends these bytes a number of times.
  case times(Int, [UInt8])
  /// Sends these bytes again and again, until the client closes the connection.
  case forever([UInt8])
  /// Sends one byte every 20 ms, until the client closes the connection.
  case drip([UInt8])
  /// Closes the connection.
  case close
  /// Resets the connection.
  case reset
}
