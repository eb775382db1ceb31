@testable import BackendServer

/// A reader that blocks a thread of its own until a request has arrived.
struct Reading {
  private let stream: AsyncStream<(BackendRequest?, RequestRefusal?)>

  init(_ reader: RequestReader) {
    let (stream, continuation) = AsyncStream<(BackendRequest?, RequestRefusal?)>.makeStream()
    self.stream = stream
    DetachedThread.start {
      var reader = reader
      do throws(RequestRefusal) {
        continuation.yield((try reader.next(), nil))
      } catch {
        continuation.yield((nil, error))
      }
      continuation.finish()
    }
  }

  /// The request, or the reason for the refusal.
  var result: (BackendRequest?, RequestRefusal?) {
    get async {
      for await result in stream { return result }
      return (nil, nil)
    }
  }
}
