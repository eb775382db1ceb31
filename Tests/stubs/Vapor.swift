// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Vapor 4.122.0, as far as Examples/vapor-middleware calls it.

@_exported import Foundation
public import Logging

@_exported public import struct NIOCore.ByteBuffer
@_exported public import class NIOCore.EventLoopFuture
@_exported public import struct NIOHTTP1.HTTPHeaders
@_exported public import enum NIOHTTP1.HTTPMethod
@_exported public import enum NIOHTTP1.HTTPResponseStatus

public struct URI: Sendable {
  public var string: String { "" }
}

public final class Request: Sendable {
  public struct Authentication {
    public func login<A>(_ instance: A) where A: Authenticatable {}
    @discardableResult public func require<A>(_ type: A.Type = A.self) throws -> A where A: Authenticatable {
      fatalError("This is a stub.")
    }
  }

  public struct Body: Sendable {
    public func collect(max: Int? = 1 << 14) -> EventLoopFuture<ByteBuffer?> { fatalError("This is a stub.") }
  }

  public var method: HTTPMethod { .GET }
  public var url: URI { URI() }
  public var headers: HTTPHeaders { HTTPHeaders() }
  public var body: Body { Body() }
  public var auth: Authentication { Authentication() }
  public var logger: Logger { Logger(label: "") }
}

public final class Response: Sendable {
  public struct Body: Sendable {
    public static let empty = Body(string: "")
    public init(string: String) {}
  }

  public init(status: HTTPResponseStatus, headers: HTTPHeaders = .init(), body: Body = .empty) {}
}

public protocol Authenticatable {}

public struct Abort: Error {
  public init(_ status: HTTPResponseStatus) {}
}

@preconcurrency public protocol Responder: Sendable {
  func respond(to request: Request) -> EventLoopFuture<Response>
}

public protocol AsyncResponder: Responder {
  func respond(to request: Request) async throws -> Response
}

@preconcurrency public protocol Middleware: Sendable {
  func respond(to request: Request, chainingTo next: any Responder) -> EventLoopFuture<Response>
}

public protocol AsyncMiddleware: Middleware {
  func respond(to request: Request, chainingTo next: any AsyncResponder) async throws -> Response
}

extension AsyncMiddleware {
  public func respond(to request: Request, chainingTo next: any Responder) -> EventLoopFuture<Response> {
    fatalError("This is a stub.")
  }
}

public protocol AsyncResponseEncodable {}
extension String: AsyncResponseEncodable {}

public struct PathComponent: ExpressibleByStringLiteral {
  public init(stringLiteral value: String) {}
}

public protocol RoutesBuilder {}

extension RoutesBuilder {
  public func grouped(_ middleware: any Middleware...) -> any RoutesBuilder { self }

  @preconcurrency public func get(
    _ path: PathComponent..., use closure: @Sendable @escaping (Request) async throws -> some AsyncResponseEncodable
  ) {}
}

public struct Environment: Sendable {
  public init(name: String, arguments: [String] = []) {}
}

public final class HTTPServer: Sendable {
  public struct Configuration: Sendable {
    public var hostname = "127.0.0.1"
    public var port = 8080
  }
}

public final class Application: RoutesBuilder, Sendable {
  public struct HTTP {
    public struct Server {
      public var configuration: HTTPServer.Configuration {
        get { HTTPServer.Configuration() }
        nonmutating set {}
      }
    }

    public var server: Server { Server() }
  }

  public var http: HTTP { HTTP() }
  public static func make(_ environment: Environment = Environment(name: "")) async throws -> Application {
    Application()
  }
  public func execute() async throws {}
  public func asyncShutdown() async throws {}
}
