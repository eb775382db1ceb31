#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A value of a property list. Every type that a property list has is kept, so that a file can be written again.
indirect enum PropertyList: Codable, Sendable {
  case data(Data)
  case text(String)
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case date(Date)
  case array([PropertyList])
  case dictionary([String: PropertyList])

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    // The decoder reports a wrong type only by an error.
    func read<Value: Decodable>(_ type: Value.Type) -> Value? { try? value.decode(type) }
    if let data = read(Data.self) {
      self = .data(data)
    } else if let text = read(String.self) {
      self = .text(text)
    } else if let bool = read(Bool.self) {
      self = .bool(bool)
    } else if let integer = read(Int64.self) {
      self = .integer(integer)
    } else if let number = read(Double.self) {
      self = .number(number)
    } else if let date = read(Date.self) {
      self = .date(date)
    } else if let array = read([PropertyList].self) {
      self = .array(array)
    } else {
      self = .dictionary(try value.decode([String: PropertyList].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    switch self {
    case .data(let data): try value.encode(data)
    case .text(let text): try value.encode(text)
    case .bool(let bool): try value.encode(bool)
    case .integer(let integer): try value.encode(integer)
    case .number(let number): try value.encode(number)
    case .date(let date): try value.encode(date)
    case .array(let array): try value.encode(array)
    case .dictionary(let dictionary): try value.encode(dictionary)
    }
  }

  var preference: SDKPreference {
    switch self {
    case .data(let data): .data(Array(data))
    case .text(let text): .text(text)
    default: .other
    }
  }
}
