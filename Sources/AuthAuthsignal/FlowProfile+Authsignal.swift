public import AuthCore

extension FlowProfile {
  /// The data to show on the device that scans a QR code: the parameter `custom`; nil for no data. On that device,
  /// `claim(_:)` returns the data.
  public var authsignalCustom: JSONValue? {
    get { parameters["custom"] }
    set { parameters["custom"] = newValue }
  }

  /// The idempotency key of the action that a passkey sign-in belongs to (A28): the parameter `idempotencyKey`; nil for
  /// none.
  public var authsignalIdempotencyKey: String? {
    get { parameters["idempotencyKey"]?.stringValue }
    set { parameters["idempotencyKey"] = newValue.map { .string($0) } }
  }

  /// The authenticator ID of the push device that receives the challenge (A58): the parameter `userAuthenticatorId`;
  /// nil for all of the user's devices.
  public var authsignalAuthenticatorID: String? {
    get { parameters["userAuthenticatorId"]?.stringValue }
    set { parameters["userAuthenticatorId"] = newValue.map { .string($0) } }
  }
}
