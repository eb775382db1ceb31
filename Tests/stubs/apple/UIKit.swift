// swift-format-ignore-file
// Apple's names, in Apple's forms.

@MainActor open class UIWindow { public init() {} }
