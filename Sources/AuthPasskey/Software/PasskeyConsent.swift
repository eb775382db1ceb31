/// Asks the user; ends early when its task is cancelled.
public typealias PasskeyConsent = @Sendable (PasskeyCeremony) async -> PasskeyDecision
