import AuthCore

/// DESIGN: how number matching travels. The vendor takes a `verificationCode` with the decision (notes §3.4), and no
/// source says how either side learns of it: the side that asks is shown `verificationCode` of the challenge's answer,
/// and the device reads that one is wanted.
enum NumberMatching {
  static let shown = "verificationCode"
  static let wanted = "verificationCodeRequired"
}
