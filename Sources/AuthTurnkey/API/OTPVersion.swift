/// The version of the vendor's calls for one-time codes. One attempt uses only one of the two versions (T82).
public enum OTPVersion: Int, Sendable, Hashable, CaseIterable {
  /// The code is sent unencrypted.
  case first = 1
  /// The code is sent encrypted to the enclave, and every use of the verification is signed.
  case second = 2

  /// The path of a call in this version, such as `otp_init_v2`.
  func path(_ name: String) -> String { self == .second ? name + "_v2" : name }
}
