import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Access } from '@lotkeeper/contract/kernel/access';
import type { Endpoint } from '@lotkeeper/contract/kernel/endpoint';

const folder = join(import.meta.dirname, '../../../contract/src');

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' &&
  value !== null &&
  'method' in value &&
  'path' in value &&
  'access' in value;

async function endpointsIn(file: string): Promise<[string, Endpoint][]> {
  const exported = (await import(join(folder, file))) as Record<string, unknown>;
  return Object.entries(exported).filter((entry): entry is [string, Endpoint] =>
    isEndpoint(entry[1]),
  );
}

/** Every endpoint of every contract file by its name, read from the folder so that none can be forgotten. */
export async function contractEndpoints(): Promise<Map<string, Endpoint>> {
  const files = readdirSync(folder).filter((name) => /^[a-z-]+\.ts$/.test(name));
  const found = await Promise.all(files.map(endpointsIn));
  return new Map(found.flat().sort(([a], [b]) => a.localeCompare(b)));
}

/** Where an endpoint names its organization, property or record; null when it names none. */
export function scopeSource(access: Access) {
  if ('sources' in access) return Object.values(access.sources)[0] ?? null;
  return 'from' in access ? access.from : null;
}
