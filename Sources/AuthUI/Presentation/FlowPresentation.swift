public import AuthCore

/// What a screen shows for one state of a flow: texts, facts, fields, choices and buttons, without a layout.
///
/// The SwiftUI views of this package, the terminal (`AuthTerminal`) and an app's own views show the same value.
/// `FlowModel.presentation` makes it. The texts are phrases, which a `TextCatalog` translates. Texts of a server are
/// `Phrase.verbatim`, and untrusted.
public struct FlowPresentation: Sendable, Equatable {
  /// The name of the prompt, such as `enterCode`; `finished`, `failed` or `cancelled` after the end, and `starting`
  /// before the first prompt.
  public var name: String
  /// The vendor's name of the step; nil if it has none.
  public var step: Phrase?
  /// The server's warning about the risk of this sign-in; nil if the server reports no risk.
  public var warning: Phrase?
  /// The title.
  public var title: Phrase
  /// More about what to do, a paragraph each.
  public var details: [Phrase] = []
  /// What the user reads, compares, scans or opens.
  public var facts: [Fact] = []
  /// What the user fills in.
  public var fields: [Field] = []
  /// What the user chooses from.
  public var options: [Option] = []
  /// Other methods for this step.
  public var alternatives: [Option] = []
  /// The title of `alternatives`.
  public var alternativesTitle = Phrase("flow.alternatives")
  /// The error to show; nil without an error.
  public var problem: Problem?
  /// What the user waits for; nil if the flow waits for the user.
  public var activity: Phrase?
  /// The attempts that are left, and the times that run out, such as that of the code.
  public var countdowns: [Phrase] = []
  /// The buttons, the most important first.
  public var actions: [Action] = []

  init(name: String, title: Phrase) {
    self.name = name
    self.title = title
  }
}

extension FlowPresentation {
  /// Something that the user reads, compares, scans or opens. Descriptions omit the value, which can be a secret.
  public struct Fact: Sendable, Hashable, Redacting {
    /// What the value is, by which a view chooses how to show it.
    public enum Kind: String, Sendable, Hashable {
      /// The URL of a page to open.
      case page
      /// A code to compare, or to type on another device. Shown in large letters.
      case code
      /// The text of a QR code.
      case qrCode
      /// The secret key of an authenticator app, to copy.
      case secret
      /// A message of several lines.
      case message
    }

    /// What the value is.
    public var kind: Kind
    /// The label, which VoiceOver reads before the value.
    public var label: Phrase
    /// The value. It can come from a server.
    public var value: String

    /// The kind and the label.
    public var shownParts: KeyValuePairs<String, String> { ["kind": kind.rawValue, "label": label.key] }
  }

  /// A field to fill in.
  public struct Field: Sendable, Hashable {
    /// What is entered, by which a view chooses the keyboard, the masking and the suggestions of the system.
    public enum Kind: Sendable, Hashable {
      /// An e-mail address.
      case email
      /// A phone number with its country code.
      case phone
      /// A code that was sent, or that an authenticator app shows; `isNumeric` is whether it has only digits.
      case oneTimeCode(length: Int?, isNumeric: Bool)
      /// A wallet's signature.
      case signature
      /// A field of an `input` prompt.
      case named(InputField.Kind)
    }

    /// The name in `PromptInput.fields`; nil if the prompt has one field, which is `PromptInput.text`.
    public var name: String?
    /// What is entered.
    public var kind: Kind
    /// The label.
    public var label: Phrase
    /// An example; nil if the label says enough.
    public var hint: Phrase?
    /// The known value, to confirm or correct; nil if no value is known. It may be masked.
    public var existing: String?
    /// Whether the field may stay empty.
    public var isOptional: Bool

    /// The label, which says whether the field may stay empty.
    public var title: Phrase { isOptional ? Phrase("field.optional", ["label": .phrase(label)]) : label }

    /// Whether the typed text is hidden.
    public var isMasked: Bool { if case .named(let kind) = kind { kind.isMasked } else { false } }
  }

  /// A choice.
  public struct Option: Sendable, Hashable {
    /// The id of the method or the account.
    public var id: String
    /// The label: this package's text for a known method, and the server's text for anything else.
    public var label: Phrase
    /// The vendor's name for the icon; nil if the vendor sends none.
    public var icon: String?
  }

  /// An error, as the user should read it.
  public struct Problem: Sendable, Hashable {
    /// The error's code.
    public var code: AuthError.Code
    /// What happened and what to do.
    public var text: Phrase
    /// Further lines: what the server says about a field, the attempts left, when to try again, the id for support.
    public var notes: [Phrase]
    /// The error's message, in English and for developers.
    public var technical: String
  }

  /// A button.
  public struct Action: Sendable, Hashable {
    /// What the button does.
    public enum Kind: Sendable, Hashable {
      /// Sends the input: `FlowModel.submit()`.
      case submit
      /// Requests a new code: `FlowModel.resend()`.
      case resend
      /// Opens the page of the `redirect` prompt.
      case openPage
      /// Has a wallet sign the message.
      case sign
      /// Recovers from the problem: `FlowModel.perform(_:)`.
      case recover(RecoveryAction)
      /// Cancels the flow, or closes its screen after the end.
      case close
    }

    /// What the button does.
    public var kind: Kind
    /// The title.
    public var title: Phrase
    /// Whether the button can be pressed now.
    public var isEnabled: Bool
  }
}
