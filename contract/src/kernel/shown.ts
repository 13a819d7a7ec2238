import * as z from 'zod/mini';

type ShownSchema<Name extends string> = z.ZodMiniOptional<
  z.ZodMiniObject<Record<Name, z.ZodMiniOptional<z.ZodMiniUnknown>>, z.core.$strict>
>;

/**
 * A body of changes with what its form showed: the record's values by the names of its fields. A change of a record
 * that isn't as it was shown any more is refused; without `shown`, the latest change wins.
 */
export function withShown<
  Shape extends z.core.$ZodShape,
  Config extends z.core.$ZodObjectConfig,
  const Name extends string,
>(
  body: z.ZodMiniObject<Shape, Config>,
  names: readonly Name[],
): z.ZodMiniObject<z.core.util.Extend<Shape, { shown: ShownSchema<Name> }>, Config> {
  const fields = Object.fromEntries(names.map((name) => [name, z.optional(z.unknown())]));
  // Its types can't be inferred for any shape.
  return z.safeExtend(body, { shown: z.optional(z.strictObject(fields)) } as never) as never;
}

/** The names of a schema's fields. */
export const namesOf = <Shape extends object>(shape: Shape) =>
  Object.keys(shape) as (keyof Shape & string)[];
