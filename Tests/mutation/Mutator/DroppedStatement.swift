import SwiftSyntax

/// Finds the statements that a mutant can drop: calls, assignments, and in an `if` also `throw`, `continue` and a
/// `return` without a value.
enum DroppedStatement {
  static func isDroppable(_ node: CodeBlockItemSyntax) -> Bool {
    guard let list = node.parent?.as(CodeBlockItemListSyntax.self), !isValue(list) else { return false }
    switch node.item {
    case .expr(let expression): return isEffect(expression, in: node)
    case .stmt(let statement):
      guard list.parent?.parent?.is(IfExprSyntax.self) == true else { return false }
      if let jump = statement.as(ReturnStmtSyntax.self) { return jump.expression == nil }
      return statement.is(ThrowStmtSyntax.self) || statement.is(ContinueStmtSyntax.self)
    default: return false
    }
  }

  private static func isEffect(_ expression: ExprSyntax, in node: CodeBlockItemSyntax) -> Bool {
    if let inner = expression.as(TryExprSyntax.self) { return isEffect(inner.expression, in: node) }
    if let inner = expression.as(AwaitExprSyntax.self) { return isEffect(inner.expression, in: node) }
    if let call = expression.as(FunctionCallExprSyntax.self) {
      let name = call.calledExpression.trimmedDescription
      return !["self.init", "super.init", "fatalError", "preconditionFailure", "precondition"].contains(name)
    }
    guard let infix = expression.as(InfixOperatorExprSyntax.self) else { return false }
    let isAssignment =
      infix.operator.is(AssignmentExprSyntax.self)
      || ["+=", "-=", "*=", "|=", "&=", "^=", "&+="].contains(infix.operator.trimmedDescription)
    // The compiler reports a property that an initialiser does not set.
    return isAssignment && !isInInitializer(Syntax(node))
  }

  private static func isInInitializer(_ node: Syntax) -> Bool {
    var place = node.parent
    while let current = place {
      if current.is(InitializerDeclSyntax.self) { return true }
      if current.is(FunctionDeclSyntax.self) || current.is(ClosureExprSyntax.self) { return false }
      place = current.parent
    }
    return false
  }

  /// Returns whether the only statement of a body may be the value that the body returns.
  private static func isValue(_ list: CodeBlockItemListSyntax) -> Bool {
    guard list.count == 1, let owner = list.parent else { return false }
    if owner.is(ClosureExprSyntax.self) || owner.is(AccessorBlockSyntax.self) { return true }
    guard let body = owner.as(CodeBlockSyntax.self), let function = body.parent?.as(FunctionDeclSyntax.self) else {
      return false
    }
    return function.signature.returnClause != nil
  }
}
