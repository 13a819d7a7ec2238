/**
 * Returns a value that must be there. Throws if it isn't: that is our own fault, so it answers 500 and is logged.
 * `what` names the value in the log and holds no data.
 */
export function must<Value>(value: Value | null | undefined, what: string): Value {
  if (value === null || value === undefined) throw new Error(`There is no ${what}.`);
  return value;
}
