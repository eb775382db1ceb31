// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// swift-nio 2.101.3, as far as Examples/vapor-middleware calls it.

public struct HTTPHeaders: Sendable, RandomAccessCollection {
  private var fields: [(name: String, value: String)] = []

  public init(_ headers: [(String, String)] = []) { fields = headers.map { ($0.0, $0.1) } }

  public var startIndex: Int { fields.startIndex }
  public var endIndex: Int { fields.endIndex }
  public subscript(position: Int) -> (name: String, value: String) { fields[position] }

  public mutating func add(name: String, value: String) { fields.append((name, value)) }
}

public enum HTTPMethod: Sendable {
  case GET
  case RAW(value: String)

  public var rawValue: String { "" }
}

public enum HTTPResponseStatus: Sendable {
  case badRequest
  case payloadTooLarge
  case custom(code: UInt, reasonPhrase: String)

  public init(statusCode: Int, reasonPhrase: String = "") { self = .badRequest }
}
