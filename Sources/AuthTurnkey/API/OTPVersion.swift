/// Which of the vendor's two sets of calls for one-time codes is spoken; the two do not mix within one attempt (Turnkey
/// T82).
public enum OTPVersion: Int, Sendable, Hashable, CaseIterable {
  /// The code travels as it is.
  case first = 1
  /// The code travels encrypted to the enclave, and every use of the verification is signed.
  case second = 2

  /// `otp_init_v2`.
  func path(_ name: String) -> String { self == .second ? name + "_v2" : name }
}
