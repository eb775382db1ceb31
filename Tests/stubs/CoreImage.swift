// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// CoreImage for macOS 14 and iOS 17, as far as Examples/LatchkeyDemo calls it.

public import Foundation
public import SwiftUI

public final class CIImage {
  public var extent: CGRect { .zero }
}

public final class CIFilter {
  public init?(name: String) {}
  public func setValue(_ value: Any?, forKey key: String) {}
  public var outputImage: CIImage? { nil }
}

public final class CIContext {
  public init() {}
  public func createCGImage(_ image: CIImage, from rectangle: CGRect) -> CGImage? { nil }
}
