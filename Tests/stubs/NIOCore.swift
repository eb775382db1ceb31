// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// swift-nio 2.101.3, as far as Examples/hummingbird-middleware and Examples/vapor-middleware call it.

public struct ByteBuffer: Sendable {
  private let content: [UInt8]
  public var readableBytes: Int { content.count }
}

extension ByteBuffer {
  public init(bytes: some Sequence<UInt8>) { content = Array(bytes) }
}

public final class EventLoopFuture<Value>: Sendable {}

extension EventLoopFuture where Value: Sendable {
  public func get() async throws -> Value { fatalError("This is a stub.") }
}
