import * as z from 'zod/mini';

/**
 * A body of changes with what its form showed: the record's values by the names of its fields. A change of a record
 * that isn't as it was shown any more is refused; without `shown`, the latest change wins.
 */
export function withShown<
  Shape extends z.core.$ZodShape,
  Config extends z.core.$ZodObjectConfig,
  const Name extends string,
>(body: z.ZodMiniObject<Shape, Config>, names: readonly Name[]) {
  const value = z.optional(z.unknown());
  const fields = Object.fromEntries(names.map((name) => [name, value])) as Record<
    Name,
    typeof value
  >;
  const shown = z.optional(z.strictObject(fields));
  type Extended = z.core.util.Extend<Shape, { shown: typeof shown }>;
  // Its types can't be told for any shape.
  return z.safeExtend(body, { shown } as never) as unknown as z.ZodMiniObject<Extended, Config>;
}

/** The names of a schema's fields. */
export const namesOf = <Shape extends object>(shape: Shape) =>
  Object.keys(shape) as (keyof Shape & string)[];
