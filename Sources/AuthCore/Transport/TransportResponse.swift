/// One complete HTTP response.
public struct TransportResponse: Sendable {
  /// The status code.
  public var status: Int
  /// The header fields.
  public var headers: HTTPHeaders
  /// The body, decoded from its transfer coding. Its bytes are wiped when the response is released, unless an array
  /// that was read from here still shares them.
  public var body: [UInt8] {
    get { content.bytes }
    _modify { yield &content.bytes }
  }
  private var content: WipedBytes

  /// Creates a response, by default without header fields and without a body.
  public init(status: Int, headers: HTTPHeaders = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    content = WipedBytes(body)
  }

  /// Whether the status is 2xx.
  public var isSuccess: Bool { (200..<300).contains(status) }

  /// The body as text. Bytes that are not UTF-8 are replaced with U+FFFD.
  public var text: String { String(decoding: body, as: UTF8.self) }

  /// Parses the body as JSON.
  ///
  /// - Throws: `malformed_response` if the body is not JSON. The message contains the position of the fault, and no
  ///   part of the body, which can contain secrets.
  public func json() throws(AuthError) -> JSONValue {
    do throws(JSONError) {
      return try JSONValue(parsing: body)
    } catch {
      throw AuthError(
        .malformedResponse,
        "The response (HTTP \(status)) is not valid JSON: \(error). Try again, or check the server's address.")
    }
  }
}

extension TransportResponse: Redacting {
  /// The status, the names of the header fields and the size of the body.
  public var shownParts: KeyValuePairs<String, String> {
    ["status": "\(status)", "headers": headers.description, "body": "\(body.count) bytes"]
  }
}
