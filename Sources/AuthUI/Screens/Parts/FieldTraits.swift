#if canImport(SwiftUI)
  import AuthCore
  import SwiftUI

  #if canImport(UIKit)
    import UIKit
  #endif

  /// The keyboard of a field, on systems with a keyboard on the screen.
  enum FieldKeyboard { case text, email, phone, digits }

  extension View {
    /// Sets what the system suggests for a field, and its keyboard.
    ///
    /// - Parameters:
    ///   - kind: what is entered.
    ///   - suggestsPasskeys: whether passkeys are offered; the system requires the content type `username` for that.
    @ViewBuilder func traits(of kind: FlowPresentation.Field.Kind, suggestsPasskeys: Bool) -> some View {
      switch kind {
      case .email where suggestsPasskeys: textContentType(.username).typed(on: .email)
      case .email: textContentType(.emailAddress).typed(on: .email)
      case .phone: textContentType(.telephoneNumber).typed(on: .phone)
      case .oneTimeCode(_, isNumeric: true): textContentType(.oneTimeCode).typed(on: .digits)
      case .oneTimeCode: textContentType(.oneTimeCode).typed(on: .text)
      case .named(.password): textContentType(.password)
      case .named(.pin): typed(on: .digits)
      case .named, .signature: typed(on: .text)
      }
    }

    /// Sets the keyboard, without corrections and capitals.
    func typed(on keyboard: FieldKeyboard) -> some View {
      #if os(iOS)
        let type: UIKeyboardType =
          switch keyboard {
          case .text: .default
          case .email: .emailAddress
          case .phone: .phonePad
          case .digits: .numberPad
          }
        return autocorrectionDisabled().keyboardType(type).textInputAutocapitalization(.never)
      #else
        return autocorrectionDisabled()
      #endif
    }
  }
#endif
