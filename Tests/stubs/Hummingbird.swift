// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Hummingbird 2.26.0, as far as Examples/hummingbird-middleware calls it.

public import Logging

@_exported import struct HTTPTypes.HTTPFields
@_exported import struct HTTPTypes.HTTPRequest
@_exported import struct HTTPTypes.HTTPResponse
@_exported public import struct NIOCore.ByteBuffer

public struct Request: Sendable {
  public let head: HTTPRequest
  public var method: HTTPRequest.Method { head.method }
  public var headers: HTTPFields { head.headerFields }
  public mutating func collectBody(upTo maxSize: Int) async throws -> ByteBuffer { fatalError("This is a stub.") }
}

public struct ResponseBody: Sendable {
  public init() {}
  public init(byteBuffer: ByteBuffer) {}
}

public struct Response: Sendable {
  public init(status: HTTPResponse.Status, headers: HTTPFields = .init(), body: ResponseBody = .init()) {}
}

public protocol ResponseGenerator {
  func response(from request: Request, context: some RequestContext) throws -> Response
}

extension String: ResponseGenerator {
  public func response(from request: Request, context: some RequestContext) throws -> Response {
    fatalError("This is a stub.")
  }
}

public protocol HTTPResponseError: Error, ResponseGenerator {
  var status: HTTPResponse.Status { get }
}

public struct HTTPError: HTTPResponseError, Sendable {
  public var status: HTTPResponse.Status
  public init(_ status: HTTPResponse.Status) { self.status = status }
  public func response(from request: Request, context: some RequestContext) throws -> Response {
    fatalError("This is a stub.")
  }
}

public protocol RequestContext: Sendable {}

extension RequestContext {
  public var logger: Logger { Logger(label: "") }
}

public protocol MiddlewareProtocol<Input, Output, Context>: Sendable {
  associatedtype Input
  associatedtype Output
  associatedtype Context

  func handle(
    _ input: Input, context: Context, next: (Input, Context) async throws -> Output
  ) async throws -> Output
}

public protocol RouterMiddleware<Context>: MiddlewareProtocol where Input == Request, Output == Response {}

public struct RouterPath: Sendable, ExpressibleByStringLiteral {
  public init(stringLiteral value: String) {}
}

public protocol RouterMethods<Context> {
  associatedtype Context: RequestContext
}

extension RouterMethods {
  @discardableResult public func get(
    _ path: RouterPath = "", use handler: @Sendable @escaping (Request, Context) async throws -> some ResponseGenerator
  ) -> Self { self }

  @discardableResult public func add(middleware: any MiddlewareProtocol<Request, Response, Context>) -> Self { self }
}

public final class Router<Context: RequestContext>: RouterMethods {
  public init(context: Context.Type) {}
}

public struct BindAddress: Sendable {
  public static func hostname(_ host: String = "127.0.0.1", port: Int = 8080) -> BindAddress { BindAddress() }
}

public struct ApplicationConfiguration: Sendable {
  public init(address: BindAddress = .hostname(), serverName: String? = nil) {}
}

public struct Application<Context: RequestContext> {
  public init(router: Router<Context>, configuration: ApplicationConfiguration = ApplicationConfiguration()) {}
  public func runService() async throws {}
}
