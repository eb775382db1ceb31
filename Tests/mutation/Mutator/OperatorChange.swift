import SwiftSyntax

/// The replacement of an infix operator.
struct OperatorChange {
  var original: String
  var replacement: String
  /// The complete expression with the replacement.
  var copy: ExprSyntax

  static let others = [
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "===": "!==", "!==": "===", "&&": "||",
    "||": "&&", "+": "-", "-": "+", "*": "/", "/": "*", "%": "*", "&+": "&-", "&-": "&+", "&": "|", "|": "&", "^": "&",
    "<<": ">>", ">>": "<<",
  ]

  init?(_ node: InfixOperatorExprSyntax) {
    guard let symbol = node.operator.as(BinaryOperatorExprSyntax.self) else { return nil }
    original = symbol.operator.text
    if original == "??" {
      // The mutant always uses the fallback, even if the left side has a value.
      replacement = "the right side alone"
      copy = node.rightOperand
      return
    }
    guard let other = Self.others[original], original != "+" || !Self.joins(node) else { return nil }
    replacement = other
    let changed = symbol.with(\.operator, symbol.operator.with(\.tokenKind, .binaryOperator(other)))
    copy = ExprSyntax(node.with(\.operator, ExprSyntax(changed)))
  }
  /// Returns whether `+` concatenates strings or arrays, which have no `-`.
  private static func joins(_ node: InfixOperatorExprSyntax) -> Bool {
    [node.leftOperand, node.rightOperand].contains { operand in
      if operand.is(StringLiteralExprSyntax.self) || operand.is(ArrayExprSyntax.self) { return true }
      guard let inner = operand.as(InfixOperatorExprSyntax.self) else { return false }
      return inner.operator.trimmedDescription == "+" && joins(inner)
    }
  }
}
