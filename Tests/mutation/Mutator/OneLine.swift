import SwiftSyntax

extension SyntaxProtocol {
  /// The node's text on one line, without comments; nil if it needs several lines, because of several statements or a
  /// multi-line string literal.
  var onOneLine: String? {
    var text = ""
    for token in tokens(viewMode: .sourceAccurate) {
      if case .multilineStringQuote = token.tokenKind { return nil }
      if !text.isEmpty, text.last != " ", token.hasSpaceBefore { text += " " }
      text += token.text
      if token.trailingTrivia.contains(where: \.isWhitespace) || token.trailingTrivia.contains(where: \.isComment) {
        text += " "
      }
    }
    let lists = StatementLists(viewMode: .sourceAccurate)
    lists.walk(self)
    return lists.isSimple ? trimmed(text) : nil
  }

  private func trimmed(_ text: String) -> String {
    var text = text[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}

extension TokenSyntax {
  fileprivate var hasSpaceBefore: Bool { !leadingTrivia.isEmpty }
}

/// Finds out whether no block has more than one statement and no `switch` occurs.
private final class StatementLists: SyntaxVisitor {
  var isSimple = true

  override func visit(_ node: CodeBlockItemListSyntax) -> SyntaxVisitorContinueKind {
    if node.count > 1 { isSimple = false }
    return .visitChildren
  }

  override func visit(_ node: SwitchExprSyntax) -> SyntaxVisitorContinueKind {
    isSimple = false
    return .skipChildren
  }
}

extension SyntaxProtocol {
  /// The first line of the node's text, followed by an ellipsis: a description of a statement of several lines.
  var firstLine: String {
    let text = trimmedDescription
    return text.split(separator: "\n", maxSplits: 1).first.map { "\($0) …" } ?? text
  }
}

extension ExprSyntax {
  /// The expression after `try` and `await`. These keywords have to stay outside the inserted parentheses.
  var withoutEffects: ExprSyntax {
    if let inner = self.as(TryExprSyntax.self) { return inner.expression.withoutEffects }
    if let inner = self.as(AwaitExprSyntax.self) { return inner.expression.withoutEffects }
    return self
  }
}
