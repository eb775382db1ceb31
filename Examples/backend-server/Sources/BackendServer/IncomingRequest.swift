import AuthCore

/// One request while it arrives. Only the thread of its connection uses the object.
final class IncomingRequest {
  enum Phase {
    case head
    case body
  }

  /// The path and the query, as in the request line.
  let target: String
  var phase = Phase.head
  var headers = HTTPHeaders()
  private(set) var body: [UInt8] = []
  /// Why the request is refused at its end; nil if the backend answers it.
  var refusal: RequestRefusal?
  private var discarded = 0

  init(target: String) { self.target = target }

  /// Takes a piece of the body. A body over the limit is discarded, and the request refused at its end.
  ///
  /// - Returns: false if the body is too large to be discarded.
  func append(_ piece: UnsafeRawBufferPointer) -> Bool {
    if body.count + piece.count > ServerLimits.body { refusal = .bodyTooLarge }
    guard refusal != nil else {
      body.append(contentsOf: piece)
      return true
    }
    discarded += body.count + piece.count
    body = []
    return discarded <= ServerLimits.discarded
  }
}
