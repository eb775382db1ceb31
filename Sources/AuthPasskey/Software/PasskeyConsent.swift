/// Asks the person; ends early when its task is cancelled.
public typealias PasskeyConsent = @Sendable (PasskeyCeremony) async -> PasskeyDecision
