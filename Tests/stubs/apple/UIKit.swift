// swift-format-ignore-file
// Apple's names, in Apple's forms.

@MainActor open class UIWindow { public init() {} }
public enum UIKeyboardType: Int, Sendable { case `default`, emailAddress, phonePad, numberPad }
