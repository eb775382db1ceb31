/// The version of this package, which is sent to servers.
public enum PackageVersion {
  /// The semantic version: `0.1.0`.
  public static let current = "0.1.0"
}
