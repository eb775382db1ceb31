#if canImport(SwiftUI)
  #if canImport(CoreImage)
    import CoreImage
  #endif
  import AuthText
  import Foundation
  import SwiftUI

  /// A text as a QR code: black on white also in a dark interface, as some scanners require.
  struct QRCodeView: View {
    let text: String
    let label: String
    /// The smallest side at which a camera reads a long text; it grows with the user's text size.
    @ScaledMetric(relativeTo: .body) private var side: CGFloat = 200

    var body: some View {
      if let picture {
        Image(decorative: picture, scale: 1).interpolation(.none).resizable().scaledToFit()
          .frame(minWidth: side, maxWidth: side * 1.5)
          .padding()
          .background(.white)
          .accessibilityElement(children: .ignore)
          .accessibilityLabel(label)
          .accessibilityAddTraits(.isImage)
          .privacySensitive()
      } else {
        // Longer than a QR code can be (2,953 bytes): another device can still be given the text.
        Text(EscapedText(text, limit: nil).description).font(.footnote.monospaced()).textSelection(.enabled)
          .privacySensitive()
      }
    }

    private var picture: CGImage? {
      #if canImport(CoreImage)
        guard let filter = CIFilter(name: "CIQRCodeGenerator") else { return nil }
        filter.setValue(Data(text.utf8), forKey: "inputMessage")
        guard let image = filter.outputImage else { return nil }
        return CIContext().createCGImage(image, from: image.extent)
      #else
        return nil
      #endif
    }
  }
#endif
