import AuthCore

/// What the vendor says about a refusal: a gRPC status as JSON (Turnkey protocol notes §0.2).
struct RPCStatus: Sendable, Equatable {
  /// The gRPC number; the vendor asks not to go by it.
  let number: Int?
  /// For people.
  let message: String
  /// The vendor's category, from the details.
  let errorCode: String?

  init(number: Int?, message: String, errorCode: String?) {
    self.number = number
    self.message = message
    self.errorCode = errorCode
  }

  /// The status in a JSON value; nil when there is none.
  init?(_ json: JSONValue?) {
    guard let json, let message = json["message"]?.stringValue else { return nil }
    self.message = message
    number = json["code"]?.integerValue.flatMap { Int(exactly: $0) }
    errorCode = (json["details"]?.arrayValue ?? []).lazy.compactMap { $0["turnkeyErrorCode"]?.stringValue }.first
  }

  /// The status in the body of an answer; nil when the body is none.
  init?(_ response: TransportResponse) {
    do throws(AuthError) {
      self.init(try response.json())
    } catch {
      return nil
    }
  }
}
