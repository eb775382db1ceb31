/// A server's demand for a stronger or a more recent authentication of the user (RFC 9470 §3). A flow with the purpose
/// `stepUp` meets it; a renewal of the session does not.
///
/// ```swift
/// let response = try await auth.send(request)
/// if let challenge = StepUpChallenge(response) {
///   let flow = auth.start(FlowRequest(stepUp: challenge, action: "pay"))
/// }
/// ```
public struct StepUpChallenge: Sendable, Equatable {
  /// The accepted classes of authentication (`acr`), the preferred one first; empty if the server names none.
  public let classes: [String]
  /// The largest accepted time since the user's authentication, in seconds; nil if the server names none.
  public let maximumAge: Int64?

  /// Creates a demand, by default for any class and any age of the authentication.
  public init(classes: [String] = [], maximumAge: Int64? = nil) {
    self.classes = classes
    self.maximumAge = maximumAge
  }

  /// Reads the demand of a response: HTTP 401 with the error `insufficient_user_authentication`; nil for any other
  /// response. A `max_age` that is not a whole number of seconds is ignored.
  public init?(_ response: TransportResponse) {
    guard response.status == 401,
      let challenge = HTTPChallenge.challenges(of: response).first(where: {
        $0.parameters["error"] == "insufficient_user_authentication"
      })
    else { return nil }
    classes = (challenge.parameters["acr_values"] ?? "").split(separator: " ").map(String.init)
    maximumAge = challenge.parameters["max_age"].flatMap { Int64($0) }.flatMap { $0 < 0 ? nil : $0 }
  }
}

extension FlowRequest {
  /// Creates the request for a flow that meets a server's demand.
  ///
  /// - Parameters:
  ///   - challenge: the demand. Providers without classes of authentication ignore it, and ask the user anyway.
  ///   - action: the name of the action that the user confirms.
  public init(stepUp challenge: StepUpChallenge, action: String) {
    self.init(purpose: .stepUp(action: action))
    profile.stepUpChallenge = challenge
  }
}

extension FlowProfile {
  /// The demand that a flow with the purpose `stepUp` has to meet (RFC 9470); nil if there is no demand. It is stored
  /// in the parameters `acr_values` and `max_age`.
  public var stepUpChallenge: StepUpChallenge? {
    get {
      let classes = parameters["acr_values"]?.stringValue
      let age = parameters["max_age"]?.integerValue
      guard classes != nil || age != nil else { return nil }
      return StepUpChallenge(classes: (classes ?? "").split(separator: " ").map(String.init), maximumAge: age)
    }
    set {
      let classes = newValue.map { $0.classes.joined(separator: " ") }
      parameters["acr_values"] = classes.map { .string($0) }
      parameters["max_age"] = newValue?.maximumAge.map { .integer($0) }
    }
  }
}
