/// A function that asks the user for a decision. It should return early if its task is cancelled.
public typealias PasskeyConsent = @Sendable (PasskeyCeremony) async -> PasskeyDecision
