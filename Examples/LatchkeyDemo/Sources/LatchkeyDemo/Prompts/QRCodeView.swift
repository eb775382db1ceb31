import CoreImage
import Foundation
import SwiftUI

/// A text as a QR code.
struct QRCodeView: View {
  let text: String

  var body: some View {
    if let picture {
      Image(decorative: picture, scale: 1).interpolation(.none).resizable().scaledToFit().frame(width: 200, height: 200)
    }
  }

  private var picture: CGImage? {
    guard let filter = CIFilter(name: "CIQRCodeGenerator") else { return nil }
    filter.setValue(Data(text.utf8), forKey: "inputMessage")
    guard let image = filter.outputImage else { return nil }
    return CIContext().createCGImage(image, from: image.extent)
  }
}
