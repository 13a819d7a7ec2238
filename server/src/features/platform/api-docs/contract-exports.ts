import { readdir } from 'node:fs/promises';
import { dirname, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Endpoint, Schema } from '@lotkeeper/contract/kernel/endpoint';
import type { FieldTexts } from '@lotkeeper/contract/kernel/field-texts';

/** The name of an export in a contract file. */
interface Exported<T> {
  /** The name of the file, such as `ingest-items`. */
  file: string;
  name: string;
  value: T;
}

/** What the contract defines about calls: its endpoints, the named schemas, and the field texts of each file. */
export interface ContractExports {
  endpoints: Exported<Endpoint>[];
  schemas: Exported<Schema>[];
  texts: ReadonlyMap<string, FieldTexts>;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const isEndpoint = (value: unknown): value is Endpoint =>
  isObject(value) && 'method' in value && 'path' in value && 'access' in value;
const isSchema = (value: unknown): value is Schema => isObject(value) && 'safeParse' in value;

async function readExports(path: string): Promise<Exported<unknown>[]> {
  const exported = (await import(`@lotkeeper/contract/${path}`)) as Record<string, unknown>;
  const file = path.replace(/^(?!kernel\/).*\//, '');
  return Object.entries(exported).map(([name, value]) => ({ file, name, value }));
}

/** Reads the contract's files from their folder, so that none can be forgotten and no name is written twice. */
export async function readContract(): Promise<ContractExports> {
  const file = fileURLToPath(import.meta.resolve('@lotkeeper/contract/intake/ingest'));
  const folder = dirname(dirname(file));
  const paths = await readdir(folder, { recursive: true });
  const names = paths.map((path) => path.replaceAll(sep, '/'));
  const files = names.filter((name) => /^[a-z]+\/[a-z-]+\.ts$/.test(name)).toSorted();
  const exported = await Promise.all(files.map((name) => readExports(name.replace(/\.ts$/, ''))));
  const entries = exported.flat();
  return {
    endpoints: entries.filter((entry): entry is Exported<Endpoint> => isEndpoint(entry.value)),
    schemas: entries.filter((entry): entry is Exported<Schema> => isSchema(entry.value)),
    texts: new Map(
      entries
        .filter(({ name }) => name === 'fieldTexts')
        .map(({ file, value }) => [file, value as FieldTexts]),
    ),
  };
}
