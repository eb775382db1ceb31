import AuthCore
public import AuthVerifier
public import HTTPTypes
public import Hummingbird
import NIOCore

/// A refusal as an error of Hummingbird, which turns it into the response.
public struct RefusedRequest: HTTPResponseError {
  /// Why the request is refused.
  public let refusal: RequestRefusal

  /// Creates an error.
  public init(_ refusal: RequestRefusal) { self.refusal = refusal }

  /// The status of the response.
  public var status: HTTPResponse.Status { HTTPResponse.Status(code: refusal.status) }

  /// Returns the response: the refusal's status, header fields and body, without anything else.
  public func response(from request: Request, context: some RequestContext) throws -> Response {
    var headers = HTTPFields()
    for field in refusal.headers.fields {
      // The names are constants of the verifier, so they are valid.
      if let name = HTTPField.Name(field.name) { headers.append(HTTPField(name: name, value: field.value)) }
    }
    headers[.contentType] = "application/json"
    return Response(
      status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: refusal.body.serialized)))
  }
}
