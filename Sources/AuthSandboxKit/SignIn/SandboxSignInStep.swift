public import AuthCore

/// The next step of a sign-in by hand on the sandbox's page; see `SandboxVendor.signInStep`.
public enum SandboxSignInStep: Sendable {
  /// Asks the user for input texts, which become `inputs` of the progress.
  case form(Form)
  /// Sends a request to a route of this sandbox, like a client. If its status is below 400, the JSON of the response
  /// becomes the progress's response with this name. Otherwise the user repeats the last form.
  case send(name: String, SandboxRequest)
  /// Shows a link to a page that redirects back to `/sign-in/NAME` with the progress's `state`. The parameters of the
  /// redirect become `inputs`.
  case visit(title: String, url: String)
  /// Lets the user repeat the last form, for this reason: the last response was a refusal despite its status.
  case retry(String)
  /// Ends the sign-in without success, for this reason.
  case failed(String)
  /// Ends the sign-in: the user is signed in. The text says as whom.
  case finished(String)

  /// A form.
  public struct Form: Sendable {
    /// What the user does: `Enter the code`.
    public let title: String
    /// The names of the inputs, with their labels and first values.
    public let fields: [Field]
    /// The address whose last code the page shows and enters into the last field; nil for no code.
    public let codeAddress: String?

    /// Creates a form.
    public init(title: String, fields: [Field], codeAddress: String? = nil) {
      self.title = title
      self.fields = fields
      self.codeAddress = codeAddress
    }
  }

  /// A field of a form.
  public struct Field: Sendable {
    /// The input's name.
    public let name: String
    /// The field's label.
    public let label: String
    /// The text in the field at first.
    public let value: String

    /// Creates a field.
    public init(name: String, label: String, value: String = "") {
      self.name = name
      self.label = label
      self.value = value
    }
  }
}

extension SandboxSignInStep {
  /// A form for the user's e-mail address, which becomes the input `address`.
  public static let addressForm = SandboxSignInStep.form(
    Form(
      title: "Enter an address",
      fields: [Field(name: "address", label: "E-mail address", value: "jane@example.com")]))

  /// A form for the code that was sent to an address, which becomes the input `code`.
  public static func codeForm(sentTo address: String) -> SandboxSignInStep {
    .form(Form(title: "Enter the code", fields: [Field(name: "code", label: "Code")], codeAddress: address))
  }

  /// Asks the app's backend who has a token, and ends the sign-in with the answer.
  public static func backendUser(
    _ token: JSONValue?, _ progress: SandboxSignInProgress, address: String
  ) -> SandboxSignInStep {
    guard let user = progress["me"] else {
      return .send(
        name: "me",
        SandboxRequest("GET", "/backend/me", headers: ["Authorization": "Bearer " + (token?.stringValue ?? "")]))
    }
    return .finished("Signed in as \(user["subject"]?.stringValue ?? address).")
  }
}
