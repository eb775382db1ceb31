// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// swift-http-types 1.6.0, as far as Examples/hummingbird-middleware calls it.

public struct HTTPField: Sendable, Hashable {
  public struct Name: Sendable, Hashable {
    public static let contentType = Name(unchecked: "Content-Type")

    public let rawName: String

    public init?(_ name: String) {
      guard !name.isEmpty else { return nil }
      rawName = name
    }

    private init(unchecked name: String) { rawName = name }
  }

  public var name: Name
  public var value: String

  public init(name: Name, value: String) {
    self.name = name
    self.value = value
  }
}

public struct HTTPFields: Sendable, RandomAccessCollection {
  private var fields: [HTTPField] = []

  public init() {}

  public var startIndex: Int { fields.startIndex }
  public var endIndex: Int { fields.endIndex }
  public subscript(position: Int) -> HTTPField { fields[position] }

  public subscript(name: HTTPField.Name) -> String? {
    get { fields.first { $0.name == name }?.value }
    set {
      fields.removeAll { $0.name == name }
      if let newValue { append(HTTPField(name: name, value: newValue)) }
    }
  }

  public mutating func append(_ field: HTTPField) { fields.append(field) }
}

public struct HTTPRequest: Sendable {
  public struct Method: Sendable, RawRepresentable {
    public let rawValue: String
    public init?(rawValue: String) { self.rawValue = rawValue }
  }

  public var method: Method
  public var path: String?
  public var headerFields: HTTPFields
}

public struct HTTPResponse: Sendable {
  public struct Status: Sendable, Hashable {
    public static let badRequest = Status(code: 400)

    public let code: Int
    public init(code: Int, reasonPhrase: String = "") { self.code = code }
  }
}
