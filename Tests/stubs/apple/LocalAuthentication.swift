// swift-format-ignore-file
// Apple's names, in Apple's forms.

public let LATouchIDAuthenticationMaximumAllowableReuseDuration: Double = 300

open class LAContext {
  public init() {}
  public var localizedReason: String {
    get { "" }
    set {}
  }
  public var touchIDAuthenticationAllowableReuseDuration: Double {
    get { 0 }
    set {}
  }
  public func invalidate() {}
}

public struct LAError: Error {
  public enum Code: Int, Sendable { case userCancel, appCancel, systemCancel, notInteractive, biometryLockout }
  public var code: Code { .userCancel }
}
