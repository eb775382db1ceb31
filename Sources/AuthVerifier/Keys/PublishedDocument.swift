import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A document that a vendor publishes: metadata or keys.
enum PublishedDocument {
  /// Fetches a document.
  ///
  /// - Throws: the errors of `generalFailure` and of the transport; `server_error` for a status other than 2xx.
  static func get(
    _ url: URL, limit: Int, transport: any HTTPTransport, clock: any AuthClock
  ) async throws(AuthError) -> TransportResponse {
    let request = TransportRequest(
      "GET", url, headers: ["Accept": "application/json"], timeout: .seconds(5), responseSizeLimit: limit)
    let response = try await transport.send(request)
    if let failure = response.generalFailure(now: clock.now()) { throw failure }
    guard response.isSuccess else {
      throw AuthError(
        .serverError,
        "Metadata or keys could not be fetched (HTTP \(response.status)). Check the issuer in the configuration.")
    }
    return response
  }
}
