package import AuthSandboxKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension HawcxVendor {
  /// The users, and the flows that wait for a second device. There are no sessions: a completed flow leads to a session
  /// of the app's own backend.
  package func overview(_ world: SandboxWorld) -> SandboxOverview {
    var overview = SandboxOverview()
    overview.users = users.all.map { address, user in
      var methods: [String] = []
      if user.has(.emailOTP) { methods.append("email_otp") }
      if user.phone != nil { methods.append("sms_otp") }
      if user.totp != nil { methods.append("totp") }
      if !user.devices.isEmpty { methods.append("trusted device") }
      return SandboxOverview.User(subject: user.subject, identifier: address.text, methods: methods)
    }
    for flow in flows.values.sorted(by: { $0.expires < $1.expires }) {
      guard case .awaitApproval(let waiting) = flow.step, waiting.isApproved == nil, world.now < waiting.expires else {
        continue
      }
      overview.approvals.append(
        SandboxOverview.Approval(
          id: waiting.id, identifier: flow.address.text,
          request: "sign-in by " + (waiting.method == .qrCode ? "QR code" : waiting.method.id),
          expires: waiting.expires))
    }
    return overview
  }
}
