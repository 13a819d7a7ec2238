/** What a field means, with its unit, and an example where it helps. */
export type FieldText = string | readonly [text: string, example: unknown];

/**
 * Texts by the name of a field. A name that means something else somewhere has an entry with what leads to it, such as
 * `charges.external_id` or `:seen.state`, where `:seen` is the variant of an object: the longest that fits counts.
 */
export type FieldTexts = Readonly<Record<string, FieldText>>;
