public import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One fault of the connection, for a number of requests.
public struct Fault: Sendable {
  /// The fault.
  public enum Kind: Sendable {
    /// The request never arrives: `network`.
    case dropRequest
    /// The server does its work, but the response is lost: `network`.
    case dropAnswer
    /// The request is delayed.
    case delay(Duration)
    /// The request arrives at once; its response is delayed, to test late responses.
    case delayAnswer(Duration)
    /// The server never sees the request; the response has this status and these headers.
    case status(Int, headers: HTTPHeaders = [:])
    /// The response's body is replaced by garbage; its status stays.
    case garbage
    /// The response's body ends after so many bytes.
    case truncate(Int)
    /// The request arrives twice; the second response is returned.
    case duplicate
    /// The request fails with this error without arriving.
    case fail(AuthError)
  }

  /// The fault.
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
