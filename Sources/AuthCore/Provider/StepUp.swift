/// A provider that can ask a signed-in user to prove presence for one action, in flows with the purpose `stepUp`.
///
/// A step-up ends in `FlowResult.proof` with the vendor's token for the app's backend. Where the vendor gives no token
/// but marks its session as verified, the flow ends in `FlowResult.session` with the same session: same id, tenant and
/// subject, and the vendor's new credential if there is one. The engine rejects any other session. If the session was
/// renewed during the flow, the engine stores the flow's credential only if that credential is new; otherwise it keeps
/// the renewed credential.
public protocol StepUp: AuthProvider {
  /// The methods with which a user can step up.
  var stepUpMethods: [MethodID] { get }
}
