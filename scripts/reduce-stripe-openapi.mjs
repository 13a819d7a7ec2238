// Reduces Stripe's OpenAPI document to the operations and fields that server/src/testing/stripe-operations.json names,
// and writes them back: node scripts/reduce-stripe-openapi.mjs openapi.spec3.json <commit> <date>
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const facts = join(import.meta.dirname, '../server/src/testing/stripe-operations.json');

/** A schema without the variants that only unset a field. */
function plain(schema, name) {
  const variants = schema.anyOf?.filter(({ enum: words }) => words?.join() !== '');
  if (!variants) return schema;
  return variants.find(({ properties }) => properties?.[name]) ?? variants[0];
}

/** Finds the schema of a nested field such as `card[token]`. */
function findSchema(properties, field) {
  const [first, ...rest] = field.split(/[[\]]+/).filter(Boolean);
  return rest.reduce((schema, name) => {
    const { properties: inner = {}, additionalProperties, items } = plain(schema ?? {}, name);
    return name === '*' ? additionalProperties : (inner[name] ?? items);
  }, properties[first]);
}

/** The values that a field accepts, in the form of the facts file. */
function toField(schema, known) {
  const { type, enum: words, maxLength } = plain(schema);
  if (Array.isArray(known))
    return words && known.every((word) => words.includes(word)) ? known : words;
  if (typeof known === 'number') return maxLength;
  return type;
}

/** The facts of one operation; throws if it lacks a field that we send. */
export function reduceOperation(document, call, known) {
  const [method, path] = call.split(' ');
  const operation = document.paths[path]?.[method.toLowerCase()];
  if (!operation) throw new Error(`${call} is missing`);
  const query = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query');
  const body = operation.requestBody?.content['application/x-www-form-urlencoded']?.schema ?? {};
  const properties = {
    ...Object.fromEntries(query.map(({ name, schema }) => [name, schema])),
    ...(method === 'GET' ? {} : body.properties),
  };
  const fields = Object.entries(known.fields).map(([field, holds]) => {
    const schema = findSchema(properties, field);
    if (!schema) throw new Error(`${call} has no field ${field}`);
    return [field, toField(schema, holds)];
  });
  const required =
    method === 'GET'
      ? query.filter(({ required }) => required).map(({ name }) => name)
      : (body.required ?? []);
  return { required, fields: Object.fromEntries(fields) };
}

const [file, commit, readOn] = process.argv.slice(2);
if (file) {
  const document = JSON.parse(readFileSync(file, 'utf8'));
  const known = JSON.parse(readFileSync(facts, 'utf8'));
  const operations = Object.entries(known.operations).map(([call, operation]) => [
    call,
    reduceOperation(document, call, operation),
  ]);
  const reduced = {
    ...known,
    commit: commit ?? known.commit,
    version: document.info.version,
    read_on: readOn ?? known.read_on,
    operations: Object.fromEntries(operations),
  };
  writeFileSync(facts, `${JSON.stringify(reduced, null, 2)}\n`);
}
