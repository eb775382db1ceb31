/// The context of a prompt.
public struct PromptContext: Sendable {
  /// The step's id, by the vendor's name: `primary`.
  public var stepID: String?
  /// The step's display name.
  public var stepLabel: String?
  /// The phase: `primary`, `mfa`.
  public var phase: String?
  /// The server's assessment of the risk.
  public var risk: RiskInformation?
  /// The vendor's id of the exchange, for support.
  public var traceID: String?
  /// How many attempts are left, if known.
  public var attemptsRemaining: Int?
  /// Why the last answer was not accepted; nil on a new prompt.
  public var lastError: AuthError?
  /// Other methods for this step: under any prompt, `select(method:)` with one of them replaces the prompt.
  public var alternatives: [MethodOption]
  /// Further details from one vendor; typed accessors are in that vendor's target.
  public var details: JSONValue

  /// Creates a context; empty by default.
  public init(
    stepID: String? = nil, stepLabel: String? = nil, phase: String? = nil, risk: RiskInformation? = nil,
    traceID: String? = nil, attemptsRemaining: Int? = nil, lastError: AuthError? = nil,
    alternatives: [MethodOption] = [], details: JSONValue = .null
  ) {
    self.stepID = stepID
    self.stepLabel = stepLabel
    self.phase = phase
    self.risk = risk
    self.traceID = traceID
    self.attemptsRemaining = attemptsRemaining
    self.lastError = lastError
    self.alternatives = alternatives
    self.details = details
  }

  /// Returns the same context with the error of a mistake that the user can correct. If the error contains no number of
  /// attempts or no trace id, the current value stays.
  public func failing(_ error: AuthError) -> PromptContext {
    var context = self
    context.lastError = error
    context.attemptsRemaining = error.attemptsRemaining ?? attemptsRemaining
    context.traceID = error.traceID ?? traceID
    return context
  }

  /// Whether `answer` switches to one of the other methods.
  public func allows(_ answer: FlowAnswer) -> Bool {
    guard case .method(let method) = answer else { return false }
    return alternatives.contains { $0.id == method }
  }

  /// The same context without the last error.
  public var cleared: PromptContext {
    var context = self
    context.lastError = nil
    return context
  }
}

extension PromptContext: Equatable {
  /// Equal in all fields. The last errors must have equal messages, too.
  public static func == (left: PromptContext, right: PromptContext) -> Bool {
    left.stepID == right.stepID && left.stepLabel == right.stepLabel && left.phase == right.phase
      && left.risk == right.risk && left.traceID == right.traceID
      && left.attemptsRemaining == right.attemptsRemaining && left.lastError == right.lastError
      && left.lastError?.message == right.lastError?.message && left.alternatives == right.alternatives
      && left.details == right.details
  }
}

extension PromptContext: Redacting {
  /// All fields except the values of the details.
  public var shownParts: KeyValuePairs<String, String> {
    [
      "stepID": stepID ?? "nil", "stepLabel": stepLabel ?? "nil", "phase": phase ?? "nil",
      "attemptsRemaining": attemptsRemaining.map(String.init) ?? "nil", "traceID": traceID ?? "nil",
      "lastError": lastError?.code.rawValue ?? "nil",
      "alternatives": alternatives.map(\.id.rawValue).joined(separator: " "),
      "details": details.objectValue?.names.joined(separator: " ") ?? (details.isNull ? "nil" : "…"),
    ]
  }
}
