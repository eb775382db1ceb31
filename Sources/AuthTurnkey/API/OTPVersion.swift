/// The version of the vendor's calls for one-time codes. One attempt uses only one of the two versions (T82).
public enum OTPVersion: Int, Sendable, Hashable, CaseIterable {
  /// The client sends the code to the vendor unencrypted.
  case first = 1
  /// The client encrypts the code for the enclave, and signs every use of the verification.
  case second = 2

  /// The path of a call in this version, such as `otp_init_v2`.
  func path(_ name: String) -> String { self == .second ? name + "_v2" : name }
}
