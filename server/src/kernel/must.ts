/**
 * Returns a value that must be there. Throws if it isn't: that is our own fault, so it answers 500 and is logged.
 * `name` says which value it is in the log and holds no data.
 */
export function must<Value>(value: Value | null | undefined, name: string): Value {
  if (value === null || value === undefined) throw new Error(`There is no ${name}.`);
  return value;
}
