import type { MappingDraft, MessageField } from '@lotkeeper/contract/cars/camera-mappings';
import type { Loose } from './loose.ts';
import { toPlate, toText } from './loose.ts';
import { parseTime } from './times.ts';

const isObject = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const pairNames = [
  ['@Name', '@Value'],
  ['@name', '@value'],
  ['@name', '#text'],
  ['Name', 'Value'],
  ['name', 'value'],
  ['Key', 'Value'],
  ['key', 'value'],
] as const;

/** An object that is a name with a value; null for any other. */
function toPair(value: unknown): [string, unknown] | null {
  if (!isObject(value)) return null;
  const names = pairNames.find(([name, content]) => name in value && content in value);
  const name = names && toText(value[names[0]], 200);
  return name ? [name, value[names[1]]] : null;
}

/** Maximum names in the path to a field. */
export const maxDepth = 20;

/**
 * A document whose lists of name-value pairs become fields, so that paths can use the names. ONVIF writes such lists,
 * as does much JSON that was converted from XML.
 */
export function unfoldPairs(node: unknown, depth = 0): unknown {
  if (depth > maxDepth) return node;
  if (Array.isArray(node)) {
    const pairs = node.map(toPair);
    if (node.length > 1 && pairs.every((pair) => pair !== null)) return Object.fromEntries(pairs);
    return node.map((entry) => unfoldPairs(entry, depth + 1));
  }
  if (!isObject(node)) return node;
  return Object.fromEntries(
    Object.entries(node).map(([name, value]) => [name, unfoldPairs(value, depth + 1)]),
  );
}

const maxFields = 200;
const maxValues = 3;
/** Longer values are images and the like: plates, times, and names are short. */
const maxValueCharacters = 200;

/** Characters in names that no mapping can contain, since it's stored. */
const unstorable = /[\p{Cc}\p{Cs}]/u;

/** A value as text; null for one too long to be a plate, a time, or a name, or without text. */
function toValue(node: unknown): string | null {
  if (typeof node === 'boolean' || typeof node === 'number') return String(node);
  return typeof node === 'string' && node.length <= maxValueCharacters
    ? (toText(node) ?? '')
    : null;
}

/** The fields of documents that have a short value, in order, each with its first values. */
export function listFields(documents: readonly unknown[]): MessageField[] {
  const fields = new Map<string, MessageField>();
  const note = (path: string[], value: string) => {
    const key = JSON.stringify(path);
    const field = fields.get(key) ?? { path, values: [] };
    if (!fields.has(key) && fields.size >= maxFields) return;
    fields.set(key, field);
    const isNew = value !== '' && !field.values.includes(value);
    if (isNew && field.values.length < maxValues) field.values.push(value);
  };
  const walk = (node: unknown, path: string[]) => {
    if (path.length > maxDepth) return;
    const value = toValue(node);
    if (value !== null && path.length > 0) note(path, value);
    else if (Array.isArray(node)) for (const entry of node) walk(entry, path);
    else if (isObject(node)) {
      for (const [name, content] of Object.entries(node)) {
        if (name === '@xmlns' || name.length > 200 || unstorable.test(name)) continue;
        walk(content, name === '#text' ? path : [...path, name]);
      }
    }
  };
  for (const document of documents) walk(unfoldPairs(document), []);
  return [...fields.values()];
}

type Role = 'plate' | 'time' | 'camera' | 'direction';

/**
 * Usual names of fields by what they contain, most reliable first; names are compared in lowercase and without
 * punctuation.
 */
const usualNames: Record<Role, readonly RegExp[]> = {
  plate: [
    /^(licen[cs]e)?plate(number|no|text|utf8|read|value)?$/,
    /^(number|registration|reg|vehicle)(plate|number|no)$/,
    /plate(?!.*(type|color|colour|image|state|country|region|conf|time|id$|x|y$))/,
    /^(lpr?|anpr|vrn|vrm|registration|matricula|kennzeichen|kenteken|targa|placa|immatriculation)$/,
    /^text$/,
  ],
  time: [
    /^(utctime|timeutc|datetimeutc|utc)$/,
    /^(captur|event|read|detect|pass|recogni|occurr).*(time|date|at|ts)/,
    /^(datetime|timestamp|timestampms|time|date)$/,
    /time|timestamp|date/,
    /^(at|when|ts|captured|seen)$/,
  ],
  camera: [
    /^cam(era)?(name|id|ref|no|number)?$/,
    /^(device|channel|sensor|reader|lane|gate)(name|id|no|number)?$/,
    /camera|device|channel|sensor|reader|serialnumber/,
    /^(source|site|location|mac|macaddress|serial)$/,
  ],
  direction: [/^(direction|lanetype|movement|entryexit|inout|way)$/, /direction|inout|entryexit/],
};

/** 2010: smaller numbers aren't times from a camera. */
const firstTimeMs = 1_262_304_000_000;

function isTime(value: string): boolean {
  const at = parseTime(value);
  return at !== null && (typeof at !== 'number' || at >= firstTimeMs);
}

const valueChecks: Record<Role, (value: string) => boolean> = {
  plate: (value) => /\d/.test(value) && toPlate(value) !== null && !/[:/]/.test(value),
  time: isTime,
  camera: (value) => value.length > 0,
  direction: (value) => value.length > 0,
};

/** The field whose name and value both fit: the most reliable name, then the outermost field. */
function guessField(fields: readonly MessageField[], role: Role): string[] | null {
  const candidates = fields.filter(
    ({ values }) => values[0] !== undefined && valueChecks[role](values[0]),
  );
  for (const pattern of usualNames[role]) {
    const [best] = candidates
      .filter(({ path }) =>
        pattern.test(
          path
            .at(-1)
            ?.toLowerCase()
            .replace(/[^a-z0-9]/g, '') ?? '',
        ),
      )
      .sort((a, b) => a.path.length - b.path.length);
    if (best) return best.path;
  }
  return null;
}

/** The mapping that the names and values of a message suggest. */
export const guessMapping = (fields: readonly MessageField[]): MappingDraft => ({
  plate: guessField(fields, 'plate'),
  time: guessField(fields, 'time'),
  camera: guessField(fields, 'camera'),
  direction: guessField(fields, 'direction'),
  entrance: null,
  exit: null,
});
