import AuthCore
import AuthUI
import SwiftUI

/// A sign-in that the user approves on another device, with a QR code, a number to compare and a page to open, or by
/// the link in an e-mail.
struct ApprovalView: View {
  let flow: FlowModel
  let approval: ApprovalPrompt

  var body: some View {
    Text(title).font(.headline)
    if let code = approval.displayCode { Text(code).font(.largeTitle) }
    if let text = approval.qrData, !approval.isClaimed { QRCodeView(text: text) }
    if let page = approval.verificationURL { Link(page.absoluteString, destination: page) }
    if let expiry = flow.expiryCountdown {
      Text(expiry.isOver ? "The request has expired." : "\(expiry.text) left").foregroundStyle(.secondary)
    }
    SubmitButton(flow: flow, title: "Check now")
  }

  private var title: String {
    if approval.isClaimed { return "Scanned. Confirm on your phone." }
    return approval.isLinkSent ? "Open the link in the e-mail" : "Approve on your other device"
  }
}
