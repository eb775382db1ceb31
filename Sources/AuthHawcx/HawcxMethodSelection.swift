import AuthCore

/// The automatic choice of a method: the only method of a step in any phase (H82), the method that the app requested,
/// or the method that the identifier determines (H87).
struct HawcxMethodSelection: Sendable {
  let policy: HawcxConfiguration.MethodSelection
  /// The method that the app requested, or the user chose before the first request. If a step of the primary phase
  /// offers this method, it is selected whatever the policy is.
  let wanted: MethodID?

  /// Returns the method to select automatically; nil if the user has to choose.
  func choice(of methods: [HawcxMethod], phase: String?, stepID: String?, identifier: String?) -> String? {
    if policy == .automatic, methods.count == 1 { return methods[0].id }
    guard Self.isPrimary(phase: phase, stepID: stepID) else { return nil }
    if let wanted, let method = methods.first(where: { $0.id == wanted.rawValue }) { return method.id }
    guard policy == .automatic, let identifier else { return nil }
    if HawcxIdentifier.isEmailLike(identifier) {
      return first(of: methods, containing: ["email"]) ?? first(of: methods, containing: ["magic"])
    }
    return HawcxIdentifier.isPhoneLike(identifier) ? first(of: methods, containing: ["sms", "phone"]) : nil
  }

  /// Whether a step belongs to the primary phase. Without a phase, the step's ID decides. A step with neither belongs
  /// to the primary phase.
  static func isPrimary(phase: String?, stepID: String?) -> Bool {
    if let phase { return HawcxStage(phase) == .primary }
    return stepID.map { HawcxStage($0) != .secondFactor && HawcxStage($0) != .device } ?? true
  }

  /// The first method whose ID contains one of `words`.
  private func first(of methods: [HawcxMethod], containing words: [String]) -> String? {
    methods.first { method in words.contains { method.id.lowercased().contains($0) } }?.id
  }
}
