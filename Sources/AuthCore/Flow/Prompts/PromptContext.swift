/// Data about the step of the flow that a prompt belongs to.
public struct PromptContext: Sendable {
  /// The vendor's id of the step, such as `primary`; nil if the step has none.
  public var stepID: String?
  /// The step's display name; nil if the step has none.
  public var stepLabel: String?
  /// The phase of the flow, such as `primary` or `mfa`; nil if it is not known.
  public var phase: String?
  /// The server's assessment of the risk; nil if the server sends none.
  public var risk: RiskInformation?
  /// The vendor's id of the exchange, for support; nil if the vendor sends none.
  public var traceID: String?
  /// How many attempts are left; nil if it is not known.
  public var attemptsRemaining: Int?
  /// Why the last answer was not accepted or could not be sent, or why an `unknown` prompt cannot be answered; nil if
  /// there was no error.
  public var lastError: AuthError?
  /// Other methods for this step. With any prompt, `select(method:)` may choose one of these methods, and another
  /// prompt then replaces the current one.
  public var alternatives: [MethodOption]
  /// Further details of one vendor. The target of the vendor extends `PromptContext` with typed properties for them.
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

  /// Returns this context with `error` as the last error. The error's number of attempts and trace id replace those of
  /// the context, unless they are nil.
  public func failing(_ error: AuthError) -> PromptContext {
    var context = self
    context.lastError = error
    context.attemptsRemaining = error.attemptsRemaining ?? attemptsRemaining
    context.traceID = error.traceID ?? traceID
    return context
  }

  /// Whether `answer` chooses one of the `alternatives`.
  public func allows(_ answer: FlowAnswer) -> Bool {
    guard case .method(let method) = answer else { return false }
    return alternatives.contains { $0.id == method }
  }

  /// This context without the last error.
  public var cleared: PromptContext {
    var context = self
    context.lastError = nil
    return context
  }
}

extension PromptContext: Equatable {
  /// Whether all fields are equal. The messages of the last errors are compared, because views show them; `AuthError`
  /// compares only the codes.
  public static func == (left: PromptContext, right: PromptContext) -> Bool {
    left.stepID == right.stepID && left.stepLabel == right.stepLabel && left.phase == right.phase
      && left.risk == right.risk && left.traceID == right.traceID
      && left.attemptsRemaining == right.attemptsRemaining && left.lastError == right.lastError
      && left.lastError?.message == right.lastError?.message && left.alternatives == right.alternatives
      && left.details == right.details
  }
}

extension PromptContext: Redacting {
  /// All fields except the risk, the values of the details, and the message of the last error.
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
