import type { Access } from '@lotkeeper/contract/kernel/access';
import type { Endpoint } from '@lotkeeper/contract/kernel/endpoint';
import { readContract } from '../features/platform/api-docs/contract-exports.ts';

/** Every endpoint of every contract file, by name. */
export async function contractEndpoints(): Promise<Map<string, Endpoint>> {
  const { endpoints } = await readContract();
  const entries = endpoints.map(({ name, value }) => [name, value] as const);
  return new Map(entries.toSorted(([a], [b]) => a.localeCompare(b)));
}

/** Where an endpoint names its organization, property or record; null if it names none. */
export function scopeSource(access: Access) {
  if ('sources' in access) return Object.values(access.sources)[0] ?? null;
  return 'from' in access ? access.from : null;
}
