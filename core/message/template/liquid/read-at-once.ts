/**
 * The library reads a value such as `order.total` by about ten generators, because some values may have to be waited
 * for. None of ours has: here a plain function reads them, with the same result.
 */
import { type Context, type Template, type Token, TypeGuards, toValueSync, Value } from "liquidjs";
import { childrenOf } from "./names.ts";

/** The same templates; what cannot be read at once stays as the library reads it. */
export function readAtOnce(templates: Template[]): Template[] {
  for (const template of templates) {
    for (const value of template.arguments?.() ?? []) if (value instanceof Value) hasten(value);
    readAtOnce(childrenOf(template));
  }
  return templates;
}

function hasten(value: Value): void {
  const steps = value.initial.postfix.map(stepOf);
  if (steps.includes(null)) return;
  const read = (context: Context) => {
    const operands: unknown[] = [];
    for (const step of steps) step?.(operands, context);
    return value.filters.reduce((given, filter) => toValueSync(filter.render(given, context)), operands[0]);
  };
  // The library takes what is no generator as it is.
  Object.assign(value, { value: read });
}

const { isLiteralToken, isNumberToken, isOperatorToken, isPropertyAccessToken, isQuotedToken, isWordToken } =
  TypeGuards;

/** Of an expression in postfix notation: takes its operands from the end of the list, and puts its result there. */
type Step = (operands: unknown[], context: Context) => void;

function stepOf(token: Token): Step | null {
  if (isOperatorToken(token)) {
    const { operator } = token;
    if (operator === "not") return null;
    return (operands, context) => {
      const [left, right] = operands.splice(-2);
      const operate = context.opts.operators[operator];
      if (operate) operands.push(toValueSync(Reflect.apply(operate, null, [left, right, context])));
    };
  }
  if (isQuotedToken(token) || isNumberToken(token) || isLiteralToken(token)) {
    return (operands) => void operands.push(token.content);
  }
  if (!isPropertyAccessToken(token) || token.variable) return null;
  const names = token.props.map((name) => (isWordToken(name) || isQuotedToken(name) ? name.content : null));
  const known = names.filter((name) => name !== null);
  return known.length < names.length ? null : (operands, context) => void operands.push(context.getSync(known));
}
