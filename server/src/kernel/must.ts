/**
 * Returns a value that must exist. Otherwise throws: that is our own fault, so it answers 500 and
 * is logged. `name` identifies the value in the log and contains no data.
 */
export function must<Value>(value: Value | null | undefined, name: string): Value {
  if (value === null || value === undefined) throw new Error(`There is no ${name}.`);
  return value;
}
