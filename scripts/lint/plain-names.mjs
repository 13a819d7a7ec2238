// A rule for oxlint: a variable is a noun, a function says what it does. CONTRIBUTING.md says how we name things.

/** Prepositions, participles, pronouns and fillers that say nothing about a value. */
const emptyNames = new Set(
  `about again an anew any asked begun both by complain door each
  going has heard her here him his house how into is it its keeper kept made may mine named
  new none nothing of one onto opened ours parts place places said say says
  sentence she shown so some taken tell tells than that their them then there these they
  those told tried typed unto used wanted what which who whole whom whose with`.split(/\s+/),
);

/** Calls `visit` with each identifier that a pattern declares. */
function visitNames(pattern, visit) {
  switch (pattern?.type) {
    case 'Identifier':
      visit(pattern);
      break;
    case 'ObjectPattern':
      for (const property of pattern.properties) {
        visitNames(property.type === 'RestElement' ? property.argument : property.value, visit);
      }
      break;
    case 'ArrayPattern':
      for (const element of pattern.elements) visitNames(element, visit);
      break;
    case 'AssignmentPattern':
      visitNames(pattern.left, visit);
      break;
    case 'RestElement':
      visitNames(pattern.argument, visit);
      break;
    case 'TSParameterProperty':
      visitNames(pattern.parameter, visit);
      break;
    default:
  }
}

const plainNames = {
  meta: {
    type: 'suggestion',
    messages: {
      empty:
        '"{{name}}" says nothing about the value: name what it is ("index", "notice", "deps").',
      of: '"{{name}}" doesn\'t say what it does: use a verb and an object ("toRow", "computeNet").',
    },
  },
  create(context) {
    const checkName = (node) => {
      if (emptyNames.has(node.name)) {
        context.report({ node, messageId: 'empty', data: { name: node.name } });
      }
    };
    const checkFunction = (id) => {
      if (id && /^[a-z]\w*[a-z]Of$/.test(id.name)) {
        context.report({ node: id, messageId: 'of', data: { name: id.name } });
      }
    };
    const checkParameters = (node) => {
      for (const parameter of node.params) visitNames(parameter, checkName);
    };
    return {
      VariableDeclarator(node) {
        visitNames(node.id, checkName);
        if (/Function/.test(node.init?.type ?? '')) checkFunction(node.id);
      },
      FunctionDeclaration(node) {
        checkFunction(node.id);
        checkParameters(node);
      },
      FunctionExpression: checkParameters,
      ArrowFunctionExpression: checkParameters,
    };
  },
};

export default { meta: { name: 'lotkeeper' }, rules: { 'plain-names': plainNames } };
