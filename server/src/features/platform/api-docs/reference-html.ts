import type { JsonSchema } from './json-schema.ts';
import type { FieldRow } from './reference-fields.ts';
import { listVariants, toComponentName } from './reference-fields.ts';

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export const escapeHtml = (text: string) =>
  text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? '');

/** Text with `code` in backticks, as HTML. */
export const toInlineHtml = (text: string) =>
  escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');

/** Text with empty lines between its paragraphs, as HTML. */
export const toParagraphs = (text: string) =>
  text
    .split('\n\n')
    .map((paragraph) => `<p>${toInlineHtml(paragraph)}</p>`)
    .join('');

export const codeBlock = (value: unknown) =>
  `<pre tabindex="0"><code>${escapeHtml(JSON.stringify(value, null, 2))}</code></pre>`;

const typeNames: Record<string, string> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'true or false',
  object: 'object',
  null: 'null',
};

const formatNames: Record<string, string> = {
  'date-time': 'ISO 8601 time',
  uuid: 'UUID',
  email: 'email address',
};

/** Longer patterns explain less than the description. */
const maxPatternLength = 30;

/** The type of a value as text in HTML: a component is a link to its fields. */
export function describeType(schema: JsonSchema): string {
  const { $ref, anyOf, oneOf, items, type, const: value, format } = schema;
  if ($ref) {
    const name = toComponentName($ref);
    return `<a href="#schema-${name}">${name}</a>`;
  }
  const variants = anyOf ?? oneOf;
  if (variants) return [...new Set(variants.map(describeType))].join(' or ');
  if (value !== undefined) return `<code>${escapeHtml(JSON.stringify(value))}</code>`;
  if (typeof items === 'object') return `list of ${describeType(items)}`;
  if (type === 'array') return 'list';
  if (format) return formatNames[format] ?? escapeHtml(format);
  return typeNames[String(type)] ?? 'any value';
}

/** The single schema inside `null or …` and lists, which has the limits. */
function findLimited(schema: JsonSchema): JsonSchema {
  const variants = listVariants(schema);
  if (variants.length === 1 && variants[0]) return findLimited(variants[0]);
  return typeof schema.items === 'object' ? findLimited(schema.items) : schema;
}

/** The values and limits of a field, as HTML. */
function describeLimits(schema: JsonSchema): string[] {
  const inner = findLimited(schema);
  const { minimum, maximum, minLength, maxLength, pattern, format } = inner;
  const values = inner.enum?.map((value) => `<code>${escapeHtml(JSON.stringify(value))}</code>`);
  const isSafe = (limit: number | undefined): limit is number =>
    limit !== undefined && Math.abs(limit) < Number.MAX_SAFE_INTEGER;
  return [
    values ? `One of: ${values.join(', ')}.` : '',
    isSafe(minimum) ? `At least ${minimum}.` : '',
    isSafe(maximum) ? `At most ${maximum}.` : '',
    minLength && minLength > 1 ? `At least ${minLength} characters.` : '',
    maxLength ? `At most ${maxLength} characters.` : '',
    schema.maxItems ? `At most ${schema.maxItems} items.` : '',
    pattern && !format && pattern.length <= maxPatternLength
      ? `Matches <code>${escapeHtml(pattern)}</code>.`
      : '',
    schema.default === undefined
      ? ''
      : `Default: <code>${escapeHtml(JSON.stringify(schema.default))}</code>.`,
  ].filter(Boolean);
}

function toRow({ path, variant, required, schema }: FieldRow): string {
  const [example] = schema.examples ?? [];
  const notes = [
    toInlineHtml(schema.description ?? ''),
    ...describeLimits(schema),
    example === undefined ? '' : `Example: <code>${escapeHtml(JSON.stringify(example))}</code>`,
  ].filter(Boolean);
  const condition = variant ? ` <small>with ${escapeHtml(variant)}</small>` : '';
  const need = required ? ' <small>required</small>' : '';
  return `<tr><th scope="row"><code>${escapeHtml(path)}</code>${need}${condition}</th><td>${describeType(schema)}</td><td>${notes.join(' ')}</td></tr>`;
}

/** A table of fields; empty without any. */
export function toFieldTable(title: string, rows: readonly FieldRow[]): string {
  if (rows.length === 0) return '';
  return `<div class="scroll" role="group" tabindex="0" aria-label="${escapeHtml(title)}"><table><caption>${escapeHtml(title)}</caption><thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead><tbody>${rows.map(toRow).join('')}</tbody></table></div>`;
}
