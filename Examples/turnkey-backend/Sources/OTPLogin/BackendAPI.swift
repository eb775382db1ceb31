public import AuthCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A client of the app's own backend, with the routes of the vendor's guide.
public struct BackendAPI: Sendable {
  private let baseURL: URL
  private let transport: any HTTPTransport

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - baseURL: the backend's URL.
  ///   - transport: sends the requests to the backend.
  public init(baseURL: URL, transport: any HTTPTransport) {
    self.baseURL = baseURL
    self.transport = transport
  }

  /// Returns the organisations of a contact; empty if the contact is unknown.
  ///
  /// - Throws: the backend's errors, `malformed_response`, and the transport's errors.
  public func organizations(of contact: String) async throws(AuthError) -> [String] {
    let type = contact.contains("@") ? "EMAIL" : "PHONE_NUMBER"
    let query = PercentEncoding.encodeForm([("filterType", type), ("filterValue", contact)])
    let answer = try await send(
      TransportRequest("GET", baseURL.appending(path: "proxy/sub-org-ids").absoluteString + "?" + query))
    guard let found = answer["organizationIds"]?.arrayValue else { throw Self.malformed("organizationIds") }
    return found.compactMap(\.stringValue)
  }

  func post(_ route: String, _ body: JSONValue) async throws(AuthError) -> JSONValue {
    try await send(TransportRequest.json("POST", baseURL.appending(path: route), body))
  }

  private func send(_ request: TransportRequest) async throws(AuthError) -> JSONValue {
    let response = try await transport.send(request)
    let answer: JSONValue
    do throws(JSONError) { answer = try JSONValue(parsing: response.body) } catch { throw Self.malformed("body") }
    guard response.status == 200 else {
      throw AuthError(
        AuthError.Code(rawValue: answer["error"]?.stringValue ?? "provider_error"),
        answer["message"]?.stringValue ?? "The backend returned HTTP \(response.status). Check its log.",
        vendorCode: answer["vendorCode"]?.stringValue)
    }
    return answer
  }

  static func text(_ name: String, of answer: JSONValue) throws(AuthError) -> String {
    guard let text = answer[name]?.stringValue, !text.isEmpty else { throw malformed(name) }
    return text
  }

  private static func malformed(_ name: String) -> AuthError {
    AuthError(.malformedResponse, "The backend's response has no valid '\(name)'. Check the backend's URL and version.")
  }
}
