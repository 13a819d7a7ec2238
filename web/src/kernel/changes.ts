/** A value's form in a request, so that values can be compared. */
const toText = (value: unknown) => JSON.stringify(value) ?? '';

/** The fields of a form’s body that aren’t as the form began. */
export function pickChanged<Body extends object>(body: Body, before: Body): Partial<Body> {
  const names = Object.keys(body) as (keyof Body)[];
  const changed = names.filter((name) => toText(body[name]) !== toText(before[name]));
  return Object.fromEntries(changed.map((name) => [name, body[name]])) as Partial<Body>;
}

/** What a form shows of a record, as the change of the record sends it. */
export function pickShown<Name extends string>(
  { shown: fields }: { shown: readonly Name[] },
  record: { [Field in Name]?: unknown },
): { [Field in Name]?: unknown } {
  const names = fields.filter((name) => record[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, record[name]])) as never;
}
