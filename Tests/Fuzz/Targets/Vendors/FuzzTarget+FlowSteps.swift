import AuthCore
import FuzzTargets

@testable import AuthHawcx

extension FuzzTarget {
  /// Arbitrary responses of a server.
  static let flowSteps = FuzzTarget(name: "flow-steps") { bytes in
    guard let answer = try? JSONValue(parsing: bytes) else { return }
    guard let response = try? HawcxJSONCodec().decode(answer) else { return }
    require((try? HawcxJSONCodec().decode(answer)) != nil, "a response was decoded only once: \(response)")
  }
}
