import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import pg from 'pg';
import { parse as parseArray } from 'postgres-array';
import { formatTimestamp, parseTimestamp } from '../../clock.ts';

/** The OID of a type. */
export type TypeId = number;

const {
  INT8,
  NUMERIC,
  JSON: JSON_TYPE,
  JSONB,
  DATE,
  TIMESTAMP,
  TIMESTAMPTZ,
  INTERVAL,
}: Record<keyof typeof pg.types.builtins, TypeId> = pg.types.builtins;

/** Array types by element type; `pg.types.builtins` doesn't have them. */
const arrayTypes = new Map<TypeId, TypeId>([
  [INT8, 1016],
  [NUMERIC, 1231],
  [JSON_TYPE, 199],
  [JSONB, 3807],
  [DATE, 1182],
  [TIMESTAMP, 1115],
  [TIMESTAMPTZ, 1185],
  [INTERVAL, 1187],
]);
const elementTypes = new Map([...arrayTypes].map(([element, array]) => [array, element]));

/** A value that is sent as JSON, whatever its type. */
export class JsonParameter {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }

  /** The text that `pg` sends. */
  toPostgres(): string {
    return JSON.stringify(this.value);
  }
}

/** A statement's value. Numbers become instants where the database expects a timestamptz. */
export type Parameter =
  | null
  | boolean
  | number
  | string
  | Uint8Array
  | JsonParameter
  | readonly Parameter[];

/** The cast of a parameter whose value determines its type; '' leaves the type to PostgreSQL. */
export function castFor(value: Parameter): '' | `::${string}` {
  if (typeof value === 'boolean') return '::bool';
  if (value instanceof Uint8Array) return '::bytea';
  if (value instanceof JsonParameter) return '::jsonb';
  return '';
}

/** Whether the encoding of a value depends on its parameter's type. */
export const dependsOnType = (value: Parameter) => value !== null && castFor(value) === '';

/** A value in the form that `pg` takes for a parameter of the type; undefined when the type doesn't matter. */
export function encodeParameter(value: Parameter, type: TypeId | undefined): unknown {
  if (!dependsOnType(value)) return value;
  if (type === JSON_TYPE || type === JSONB) return JSON.stringify(value);
  if (Array.isArray(value)) {
    const elementType = type && elementTypes.get(type);
    if (elementType === undefined) return value;
    // Nested arrays have the same type.
    return value.map((item: Parameter) =>
      encodeParameter(item, Array.isArray(item) ? type : elementType),
    );
  }
  if (type === TIMESTAMPTZ && typeof value === 'number') return formatTimestamp(value as Instant);
  return value;
}

/** Cents and keys: a bigint that a double can't represent exactly is an error, never rounded. */
function parseSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`Not a safe integer: ${text}`);
  return value;
}

type Parser = (text: string) => unknown;

const keepText: Parser = (text) => text;

const parsers = new Map<TypeId, Parser>([
  [INT8, parseSafeInteger],
  [NUMERIC, parseSafeInteger],
  [TIMESTAMPTZ, parseTimestamp],
  // A date stays text: a Date would be midnight in some time zone.
  [DATE, keepText],
  [TIMESTAMP, keepText],
  [INTERVAL, keepText],
]);
for (const [type, array] of arrayTypes) {
  const parse = parsers.get(type);
  if (parse) parsers.set(array, (text) => parseArray(text, parse));
}

/** Column parsers: those of `pg`, except for money, keys, and times. */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser: (type: TypeId) => parsers.get(type) ?? pg.types.getTypeParser(type),
};
