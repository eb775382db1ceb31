public import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A fault of the connection that affects some requests.
public struct Fault: Sendable {
  /// What happens to a request.
  public enum Kind: Sendable {
    /// The request never arrives, and fails with `network`.
    case dropRequest
    /// The server processes the request, but the response is lost: the request fails with `network`.
    case dropAnswer
    /// The request is delayed.
    case delay(Duration)
    /// The request arrives at once; its response is delayed, to test late responses.
    case delayAnswer(Duration)
    /// The request never arrives; the response has this status and these headers.
    case status(Int, headers: HTTPHeaders = [:])
    /// The request arrives. The body of the response is replaced by garbage; the status does not change.
    case garbage
    /// The request arrives. The body of the response ends after this number of bytes.
    case truncate(Int)
    /// The request arrives twice; the second response is returned.
    case duplicate
    /// The request never arrives, and fails with this error.
    case fail(AuthError)
  }

  /// What happens to the affected requests.
  public let kind: Kind
  /// How many requests the fault affects; nil for all.
  public let times: Int?
  /// Returns whether the fault can affect a request.
  public let matches: @Sendable (TransportRequest) -> Bool

  /// Creates a fault for the requests that `matches` selects, by default all.
  public init(
    _ kind: Kind, times: Int? = nil, matching matches: @escaping @Sendable (TransportRequest) -> Bool = { _ in true }
  ) {
    self.kind = kind
    self.times = times
    self.matches = matches
  }

  /// Creates a fault for the requests whose URL path ends with `path`.
  public init(_ kind: Kind, times: Int? = nil, path: String) {
    self.init(kind, times: times) { $0.url.path.hasSuffix(path) }
  }
}
