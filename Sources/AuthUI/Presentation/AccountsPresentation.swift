public import AuthCore

/// What an account picker shows: `AccountsModel.presentation` makes it.
public struct AccountsPresentation: Sendable, Equatable {
  /// What a button of an account does.
  public enum Action: Sendable, Hashable {
    /// Selects the account: `AuthModel.use(_:)` or `AccountsModel.select(_:)`.
    case use
    /// Signs the account out: `AccountsModel.signOut(_:options:)`.
    case signOut
    /// Signs the account out and deletes its history: `AccountsModel.remove(_:)`.
    case remove
  }

  /// An account.
  public struct Row: Sendable, Hashable {
    /// The session's id.
    public var id: SessionID
    /// The name of the account: the user's label, or else the user's name, identifier or id.
    public var title: Phrase
    /// The provider; for an account with a label, also the user's name, identifier or id.
    public var detail: Phrase
    /// Says that the account is selected; nil if it is not.
    public var mark: Phrase?
    /// The label that the user gave to the account; empty for an account without a label.
    public var label: String
    /// The buttons.
    public var actions: [ScreenAction<Action>]

    /// Creates a row; by default the account is not selected, and no label was given.
    public init(
      id: SessionID, title: String, provider: ProviderID, label: String = "", isSelected: Bool = false,
      isBusy: Bool = false
    ) {
      self.id = id
      self.title = .verbatim(label.isEmpty ? title : label)
      detail = .verbatim(label.isEmpty ? provider.rawValue : "\(title) · \(provider.rawValue)")
      mark = isSelected ? Phrase("account.selected") : nil
      self.label = label
      actions = [
        // An account is selected for its provider; using it also shows that provider.
        ScreenAction(.use, Phrase("account.use"), isEnabled: !isBusy),
        ScreenAction(.signOut, Phrase("account.signOut"), isEnabled: !isBusy, isDestructive: true),
        ScreenAction(.remove, Phrase("account.remove"), isEnabled: !isBusy, isDestructive: true),
      ]
    }
  }

  /// The title.
  public var title = Phrase("account.title")
  /// The accounts, the newest sign-in first.
  public var rows: [Row]
  /// Says that there is no account; nil if there is one.
  public var empty: Phrase?
  /// The label of the field in which the user names an account.
  public var label = Phrase("account.label")
  /// The title of the button that signs another account in.
  public var add = Phrase("account.add")
  /// The error of the last call; nil if there was none.
  public var problem: FlowPresentation.Problem?

  /// Creates the presentation of accounts.
  public init(_ rows: [Row], problem: AuthError? = nil) {
    self.rows = rows
    empty = rows.isEmpty ? Phrase("account.empty") : nil
    self.problem = problem.map { FlowPresentation.Problem($0, wait: nil) }
  }
}

extension AccountsModel {
  /// The tag of an account that has the user's label.
  private static let tag = "label"

  /// What an account picker shows now. The label of an account is its tag `label`.
  public var presentation: AccountsPresentation {
    let rows = accounts.map { account in
      AccountsPresentation.Row(
        id: account.id, title: account.title, provider: account.providerID, label: account.tags[Self.tag] ?? "",
        isSelected: account.isSelected, isBusy: isBusy)
    }
    return AccountsPresentation(rows, problem: problem)
  }

  /// Gives an account a label, which is its tag `label`, and keeps its other tags. An empty text removes the label.
  /// Does nothing while another call is in progress.
  public func rename(_ id: SessionID, to label: String) async {
    guard let account = accounts.first(where: { $0.id == id }) else { return }
    var tags = account.tags
    tags[Self.tag] = label.trimmingBlanks.isEmpty ? nil : label.trimmingBlanks
    if tags != account.tags { await self.label(id, tags) }
  }
}
