import AuthCore
import AuthUI
import SwiftUI

/// A sign-in that the user approves on another device: a QR code, a number to compare, and a page to open.
struct ApprovalView: View {
  let flow: FlowModel
  let approval: ApprovalPrompt

  var body: some View {
    Text("Approve on your other device").font(.headline)
    if let code = approval.displayCode { Text(code).font(.largeTitle) }
    if let text = approval.qrData { QRCodeView(text: text) }
    if let page = approval.verificationURL { Link(page.absoluteString, destination: page) }
    if let expiry = flow.expiryCountdown {
      Text(expiry.isOver ? "The request has expired." : "\(expiry.text) left").foregroundStyle(.secondary)
    }
    SubmitButton(flow: flow, title: "Check now")
  }
}
