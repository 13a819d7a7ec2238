import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { formatTimestamp, parseTimestamp } from '../../clock.ts';

/** OIDs of the built-in types that need more than text, from PostgreSQL's `pg_type.dat`. */
const types = {
  bool: 16,
  bytea: 17,
  int8: 20,
  int2: 21,
  int4: 23,
  oid: 26,
  json: 114,
  float4: 700,
  float8: 701,
  date: 1082,
  timestamptz: 1184,
  numeric: 1700,
  jsonb: 3802,
} as const;

/** Each array type with the type of its elements. */
const elementTypes = new Map([
  [1000, types.bool],
  [1001, types.bytea],
  [1005, types.int2],
  [1007, types.int4],
  [1016, types.int8],
  [199, types.json],
  [1021, types.float4],
  [1022, types.float8],
  [1182, types.date],
  [1185, types.timestamptz],
  [1231, types.numeric],
  [3807, types.jsonb],
  // Elements that stay text: char, text, varchar, uuid, time, interval.
  ...[1002, 1009, 1015, 2951, 1183, 1187].map((array) => [array, 25] as const),
]);

/** A value that is sent as JSON, whatever it is. */
export class JsonParameter {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }
}

/** What stands for a value in a statement. Numbers are instants where the database wants a timestamptz. */
export type Parameter =
  | null
  | boolean
  | number
  | string
  | Uint8Array
  | JsonParameter
  | readonly Parameter[];

/** Values as they go over the wire: text, or bytes for a bytea. */
export type WireValue = string | Buffer | null;

/** The type that the value itself settles; 0 leaves it to PostgreSQL. */
export function getDeclaredType(value: Parameter): number {
  if (typeof value === 'boolean') return types.bool;
  if (value instanceof Uint8Array) return types.bytea;
  if (value instanceof JsonParameter) return types.jsonb;
  return 0;
}

const escapeElement = (text: string) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`;

function formatArray(values: readonly Parameter[], elementType: number): string {
  const elements = values.map((value) => {
    if (value === null) return 'NULL';
    if (Array.isArray(value)) return formatArray(value, elementType);
    const wire = formatValue(value, elementType);
    return escapeElement(Buffer.isBuffer(wire) ? `\\x${wire.toString('hex')}` : String(wire));
  });
  return `{${elements.join(',')}}`;
}

/** A value as PostgreSQL reads it for a parameter of the type. */
export function formatValue(value: Parameter, type: number): WireValue {
  if (value === null) return null;
  if (value instanceof JsonParameter) return JSON.stringify(value.value);
  if (value instanceof Uint8Array) {
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  }
  if (type === types.json || type === types.jsonb) return JSON.stringify(value);
  if (Array.isArray(value)) return formatArray(value, elementTypes.get(type) ?? 0);
  if (type === types.timestamptz && typeof value === 'number') {
    return formatTimestamp(value as Instant);
  }
  return `${value as string | number | boolean}`;
}

/** Cents and keys: a bigint that a double can't hold exactly is an error, never a rounded number. */
function parseSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`Not a safe integer: ${text}`);
  return value;
}

const parseBytes = (text: string) => Buffer.from(text.slice(2), 'hex');

type Parse = (text: string) => unknown;

/** A part of an array's text that is an element: quoted with escapes, or plain up to the next separator. */
const arrayToken = /[{},]|"(?:[^"\\]|\\.)*"|[^{},"]+/gs;

function parseArray(text: string, parseElement: Parse | undefined): unknown[] {
  const root: unknown[] = [];
  const open = [root];
  for (const [token] of text.matchAll(arrayToken)) {
    const current = open.at(-1) as unknown[];
    if (token === '{') {
      const inner: unknown[] = [];
      current.push(inner);
      open.push(inner);
    } else if (token === '}') open.pop();
    else if (token === 'NULL') current.push(null);
    else if (token !== ',') {
      const element = token.startsWith('"')
        ? token.slice(1, -1).replaceAll(/\\(.)/gs, '$1')
        : token;
      current.push(parseElement ? parseElement(element) : element);
    }
  }
  return root[0] as unknown[];
}

const parsers = new Map<number, Parse>([
  [types.bool, (text) => text === 't'],
  [types.bytea, parseBytes],
  [types.json, JSON.parse],
  [types.jsonb, JSON.parse],
  [types.timestamptz, parseTimestamp],
  ...[types.int8, types.numeric].map((type) => [type, parseSafeInteger] as const),
  ...[types.int2, types.int4, types.oid, types.float4, types.float8].map(
    (type) => [type, Number] as const,
  ),
]);
for (const [array, element] of elementTypes) {
  const parseElement = parsers.get(element);
  parsers.set(array, (text) => parseArray(text, parseElement));
}

/** How a column of the type is read; undefined where its text is the value. */
export const getParser = (type: number): Parse | undefined => parsers.get(type);
