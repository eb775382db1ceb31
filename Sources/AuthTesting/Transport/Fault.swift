public import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One thing that goes wrong on the way, for a number of requests.
public struct Fault: Sendable {
  /// What goes wrong.
  public enum Kind: Sendable {
    /// The request never arrives: `network`.
    case dropRequest
    /// The server does its work, the answer is lost: `network`.
    case dropAnswer
    /// The request is held back.
    case delay(Duration)
    /// The request arrives at once; its answer comes so much later: what a late answer is tried with.
    case delayAnswer(Duration)
    /// The server never sees the request; this status comes back, with these headers.
    case status(Int, headers: HTTPHeaders = [:])
    /// The answer's body is bytes that mean nothing, under its own status.
    case garbage
    /// The answer's body ends after so many bytes.
    case truncate(Int)
    /// The request arrives twice; the second answer comes back.
    case duplicate
    /// The exchange fails with this error without arriving.
    case fail(AuthError)
  }

  /// What goes wrong.
  public let kind: Kind
  /// How many requests it hits; nil for all.
  public let times: Int?
  /// Which requests it hits.
  public let matches: @Sendable (TransportRequest) -> Bool

  /// A fault for requests that `matches` chooses, by default all.
  public init(
    _ kind: Kind, times: Int? = nil, matching matches: @escaping @Sendable (TransportRequest) -> Bool = { _ in true }
  ) {
    self.kind = kind
    self.times = times
    self.matches = matches
  }

  /// A fault for requests whose path ends like this.
  public init(_ kind: Kind, times: Int? = nil, path: String) {
    self.init(kind, times: times) { $0.url.path.hasSuffix(path) }
  }
}
