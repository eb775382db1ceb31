import AuthCore

@testable import AuthHawcx

extension FuzzTarget {
  /// Answers of a server that may say anything.
  static let flowSteps = FuzzTarget(name: "flow-steps") { bytes in
    guard let answer = try? JSONValue(parsing: bytes) else { return }
    guard let response = try? HawcxJSONCodec().decode(answer) else { return }
    require((try? HawcxJSONCodec().decode(answer)) != nil, "an answer is read once and not again: \(response)")
  }
}
