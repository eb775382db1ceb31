import AuthCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a hostile server returns in place of an honest response.
package enum Nonsense: String, CaseIterable, Sendable {
  // Other bodies.
  case empty, truncatedHalf, truncatedByte, garbage, page, jsonNull, jsonTrue, jsonNumber, jsonString, emptyArray
  case emptyObject, inArray, deepArrays, deepObjects, hugeBody, hugeString, hugeNumber, longNumber, trailingText
  case comment, byteOrderMark, utf16, wrongCharset, invalidUTF8, binaryType, gzip, gzipBomb
  // The honest JSON with other values.
  case textsAreNumbers, textsAreEmpty, textsAreLong, textsHaveControls, textsHaveBidi, textsHaveNulls, loneSurrogates
  case valuesAreNull, numbersAreTexts, numbersAreHuge, numbersAreNegative, arraysAreObjects, duplicateMembers
  case unknownMembers, namesHaveControls
  // Errors and other statuses.
  case hostileError, status500, status204, status304, status600, switchingProtocols, retryForever
  // Redirects.
  case redirectElsewhere, redirectLoop, redirectToFile, redirectWithControls
  // Violations of HTTP.
  case noResponse, reset, notHTTP, tooLongDeclared, tooShortDeclared, negativeLength, twoLengths, badChunk
  case endlessBody, endlessHeaders, hugeHeader, endlessInterim, slowHeaders, slowBody, dateNonsense, cookieFlood

  /// Text that a hostile server wants to get to a terminal, a page or a log.
  package static let mark = "RAW-NONSENSE"
  static let controls = "\u{1B}[31m\(mark)\u{7}\u{9B}2J\r\n"
  static let bidirectional = "\u{202E}\(mark)\u{2066}\u{200B}\u{FEFF}"

  /// Whether the response is a truthful one: a refusal of the credential (HTTP 400), or the tokens of another user, as
  /// only the server can know. Such a response may end the session, and its tokens may be stored.
  var isTruthful: Bool { self == .hostileError || self == .textsAreLong }

  /// The script that the server plays to the client.
  func script(for honest: TransportResponse) -> [NonsenseStep] {
    let json = try? JSONValue(parsing: honest.body)
    func changed(_ change: (JSONValue) -> JSONValue?) -> [NonsenseStep] {
      // A response without JSON has no value to change, so a body of this kind is made up.
      let base = json ?? ["message": "text", "number": 1, "list": [1]]
      return reply(honest, mapped(base, change).serialized)
    }
    switch self {
    case .empty: return reply(honest, [])
    case .truncatedHalf: return reply(honest, Array(honest.body.prefix(honest.body.count / 2)))
    case .truncatedByte: return reply(honest, Array(honest.body.dropLast()))
    case .garbage: return reply(honest, Array("\u{0}<!\(Self.controls){".utf8) + [0xFF, 0xFE])
    case .page: return reply(honest, "<!doctype html><title>\(Self.mark)</title>", type: "text/html")
    case .jsonNull: return reply(honest, "null")
    case .jsonTrue: return reply(honest, "true")
    case .jsonNumber: return reply(honest, "42")
    case .jsonString: return reply(honest, "\"\(Self.mark)\"")
    case .emptyArray: return reply(honest, "[]")
    case .emptyObject: return reply(honest, "{}")
    case .inArray: return reply(honest, Array("[".utf8) + honest.body + Array("]".utf8))
    case .deepArrays: return reply(honest, String(repeating: "[", count: 100_000))
    case .deepObjects:
      return reply(
        honest, String(repeating: "{\"a\":", count: 50_000) + "1" + String(repeating: "}", count: 50_000))
    case .hugeBody: return head(honest, ["Content-Length: 1099511627776"]) + [.forever(spaces)]
    case .hugeString: return head(honest, ["Connection: close"]) + [.send(Array("{\"a\":\"".utf8)), .forever(spaces)]
    case .hugeNumber: return reply(honest, "{\"exp\":1e999,\"expires_in\":1e400}")
    case .longNumber: return reply(honest, "{\"exp\":" + String(repeating: "9", count: 100_000) + "}")
    case .trailingText: return reply(honest, honest.body + Array(" trailing".utf8))
    case .comment: return reply(honest, Array("/* \(Self.mark) */".utf8) + honest.body)
    case .byteOrderMark: return reply(honest, [0xEF, 0xBB, 0xBF] + honest.body)
    case .utf16:
      let wide = String(decoding: honest.body, as: UTF8.self).utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
      return reply(honest, wide, type: "application/json; charset=utf-16le")
    case .wrongCharset: return reply(honest, [0xE9, 0xFC] + honest.body, type: "application/json; charset=latin1")
    case .invalidUTF8:
      return reply(honest, Array("{\"message\":\"".utf8) + [0xC0, 0x80, 0xED, 0xA0] + Array("\"}".utf8))
    case .binaryType: return reply(honest, [0, 1, 2, 3], type: "application/octet-stream")
    case .gzip: return reply(honest, GzipBomb.member, more: ["Content-Encoding: gzip"])
    case .gzipBomb:
      return head(honest, ["Content-Encoding: gzip", "Connection: close"])
        + [.times(500, GzipBomb.member), .close]
    case .textsAreNumbers: return changed { if case .string = $0 { 7 } else { nil } }
    case .textsAreEmpty: return changed { if case .string = $0 { "" } else { nil } }
    case .textsAreLong:
      return changed { if case .string = $0 { .string(String(repeating: Self.mark, count: 1_000)) } else { nil } }
    case .textsHaveControls:
      return changed { if case .string(let text) = $0 { .string(text + Self.controls) } else { nil } }
    case .textsHaveBidi:
      return changed { if case .string(let text) = $0 { .string(text + Self.bidirectional) } else { nil } }
    case .textsHaveNulls: return changed { if case .string(let text) = $0 { .string(text + "\u{0}") } else { nil } }
    case .loneSurrogates: return reply(honest, "{\"message\":\"\\ud800\(Self.mark)\"}")
    case .valuesAreNull:
      return changed { value in
        switch value {
        case .object, .array: nil
        default: .null
        }
      }
    case .numbersAreTexts: return changed { $0.integerValue.map { .string("\($0)") } }
    case .numbersAreHuge: return changed { $0.integerValue == nil ? nil : .integer(.max) }
    case .numbersAreNegative: return changed { $0.integerValue == nil ? nil : .integer(.min) }
    case .arraysAreObjects: return changed { if case .array = $0 { .object(["0": 1]) } else { nil } }
    case .duplicateMembers: return reply(honest, "{\"a\":1,\"a\":2}")
    case .unknownMembers:
      return reply(
        honest, (json?.objectValue).map { JSONValue.object($0.adding(Self.extra)).serialized } ?? honest.body)
    case .namesHaveControls:
      return reply(honest, JSONValue.object([Self.controls: "x", "error": .string(Self.controls)]).serialized)
    case .hostileError: return reply(honest, hostileError, status: 400)
    case .status500: return reply(honest, hostileError, status: 500)
    case .status204: return head(honest, ["Content-Length: 0"], status: 204) + [.close]
    case .status304: return head(honest, ["Content-Length: 0"], status: 304) + [.close]
    case .status600: return reply(honest, hostileError, status: 600)
    case .switchingProtocols:
      return head(honest, ["Upgrade: \(Self.mark)", "Connection: upgrade"], status: 101) + [.close]
    case .retryForever:
      return reply(honest, "{}", status: 429, more: ["Retry-After: 99999999999999999999999999"])
    case .redirectElsewhere: return redirect(honest, "http://127.0.0.1:1/\(Self.mark)")
    case .redirectLoop: return redirect(honest, "/again")
    case .redirectToFile: return redirect(honest, "file:///etc/passwd")
    case .redirectWithControls: return redirect(honest, "http://127.0.0.1:1/\u{1B}[31m\(Self.mark)")
    case .noResponse: return [.close]
    case .reset: return [.send(Array("HTTP/1.1 200".utf8)), .reset]
    case .notHTTP: return [.send(Array("220 \(Self.controls) ESMTP\r\n".utf8)), .close]
    case .tooLongDeclared:
      return head(honest, ["Content-Length: \(honest.body.count + 10)"]) + [.send(honest.body), .close]
    case .tooShortDeclared: return head(honest, ["Content-Length: 1"]) + [.send(honest.body), .close]
    case .negativeLength: return head(honest, ["Content-Length: -5"]) + [.send(honest.body), .close]
    case .twoLengths:
      return head(honest, ["Content-Length: 3", "Content-Length: 70000"]) + [.send(honest.body), .close]
    case .badChunk:
      return head(honest, ["Transfer-Encoding: chunked"]) + [
        .send(Array("zz\(Self.controls)\r\nabc\r\n".utf8)), .close,
      ]
    case .endlessBody:
      return head(honest, ["Transfer-Encoding: chunked"]) + [
        .forever(Array("400\r\n".utf8) + [UInt8](repeating: 0x20, count: 1_024) + [13, 10])
      ]
    case .endlessHeaders:
      return [.send(Array("HTTP/1.1 200 OK\r\n".utf8)), .forever(Array("X-\(Self.mark): 1\r\n".utf8))]
    case .hugeHeader: return [.send(Array("HTTP/1.1 200 OK\r\nX-Long: ".utf8)), .forever(spaces)]
    case .endlessInterim: return [.forever(Array("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n".utf8))]
    case .slowHeaders: return [.drip(Array("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n".utf8))]
    case .slowBody: return head(honest, ["Content-Length: \(honest.body.count + 1_000)"]) + [.drip(spaces)]
    case .dateNonsense:
      return head(
        honest, ["Date: Fri, 99 Foo 99999 99:99:99 GMT", "Content-Length: \(honest.body.count)"], hasDate: false)
        + [.send(honest.body), .close]
    case .cookieFlood:
      let cookies = (0..<200).map { "Set-Cookie: c\($0)=\(Self.mark); Domain=.example; Path=/" }
      return head(honest, cookies + ["Content-Length: \(honest.body.count)"]) + [.send(honest.body), .close]
    }
  }

  private static let extra: JSONObject = ["unknown": .string(mark), "nested": .object(["list": [1, 2, .null]])]

  private var hostileError: String {
    let text = String(decoding: JSONValue.string(Self.controls + Self.bidirectional).serialized, as: UTF8.self)
    return
      "{\"error\":\(text),\"message\":\(text),\"code\":\(text),\"error_description\":\(text),\"errorCode\":\(text)}"
  }

  private var spaces: [UInt8] { [UInt8](repeating: 0x20, count: 4_096) }
}

extension Nonsense {
  fileprivate func mapped(_ value: JSONValue, _ change: (JSONValue) -> JSONValue?) -> JSONValue {
    if let changed = change(value) { return changed }
    switch value {
    case .object(let object):
      return .object(JSONObject(object.members.map { ($0.name, mapped($0.value, change)) }))
    case .array(let list): return .array(list.map { mapped($0, change) })
    default: return value
    }
  }

  /// The head of a response, with the honest status and fields.
  fileprivate func head(
    _ honest: TransportResponse, _ more: [String], status: Int? = nil, type: String = "application/json",
    hasDate: Bool = true
  ) -> [NonsenseStep] {
    var lines = ["HTTP/1.1 \(status ?? honest.status) X", "Content-Type: \(type)"]
    if hasDate, let date = honest.headers["Date"] { lines.append("Date: \(date)") }
    lines += more
    return [.send(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8))]
  }

  fileprivate func reply(
    _ honest: TransportResponse, _ body: [UInt8], status: Int? = nil, type: String = "application/json",
    more: [String] = []
  ) -> [NonsenseStep] {
    head(honest, more + ["Content-Length: \(body.count)"], status: status, type: type) + [.send(body), .close]
  }

  fileprivate func reply(
    _ honest: TransportResponse, _ body: String, status: Int? = nil, type: String = "application/json",
    more: [String] = []
  ) -> [NonsenseStep] {
    reply(honest, Array(body.utf8), status: status, type: type, more: more)
  }

  fileprivate func redirect(_ honest: TransportResponse, _ location: String) -> [NonsenseStep] {
    reply(honest, "{}", status: 307, more: ["Location: \(location)"])
  }
}

extension JSONObject {
  fileprivate func adding(_ other: JSONObject) -> JSONObject {
    JSONObject((members + other.members).map { ($0.name, $0.value) })
  }
}
