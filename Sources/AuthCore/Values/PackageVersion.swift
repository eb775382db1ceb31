/// This package's version, as it is told to servers.
public enum PackageVersion {
  /// Semantic: `0.1.0`.
  public static let current = "0.1.0"
}
