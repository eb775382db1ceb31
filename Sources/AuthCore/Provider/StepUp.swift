/// A provider that can ask a signed-in user to prove presence for one action: flows of purpose `stepUp`.
///
/// A step-up ends in `FlowResult.proof` with the vendor's token for the app's backend. Where the vendor gives no token
/// but marks its session as verified, the flow ends in `FlowResult.session` with the same session: same id, tenant and
/// subject, and the vendor's new credential if there is one. The engine rejects any other session. It stores a new
/// credential even if the session was renewed during the flow; a credential that is not new does not replace a renewed
/// one.
public protocol StepUp: AuthProvider {
  /// The methods for a step-up.
  var stepUpMethods: [MethodID] { get }
}
