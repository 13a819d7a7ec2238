import type { Endpoint } from '@lotkeeper/contract/kernel/endpoint';
import { findEvents } from '@lotkeeper/contract/kernel/endpoint';
import { newestChangeHeader } from '@lotkeeper/contract/kernel/live';
import type { FastifyReply } from 'fastify';
import type { Sql } from '../data/database.ts';
import type { SpotChanges } from '../data/spot-changes.ts';
import type { Publish } from './live.ts';

/** The organization or property that a scope acts on, if any. */
function findPlace(scope: object | undefined): { organizationId?: number; spotPk?: number } {
  return scope ?? {};
}

/**
 * Sets a header that names the newest change in a read's answer. Called before the read, so the
 * answer is sure to contain that change.
 */
export async function stampNewestChange(
  changes: SpotChanges,
  endpoint: Endpoint,
  scope: object | undefined,
  reply: FastifyReply,
): Promise<void> {
  const { organizationId, spotPk = null } = findPlace(scope);
  if (endpoint.method !== 'GET' || organizationId === undefined) return;
  if (!findEvents(endpoint).includes('server:newRecords')) return;
  const newest = await changes.findNewest(organizationId, spotPk);
  void reply.header(newestChangeHeader, newest ?? 0);
}

/** Notifies a property's browsers of a write. */
export function tellChange(publish: Publish, endpoint: Endpoint, scope: object | undefined): void {
  const { organizationId, spotPk } = findPlace(scope);
  if (endpoint.method === 'GET' || organizationId === undefined || spotPk === undefined) return;
  for (const event of findEvents(endpoint)) publish(event, { organizationId, pk: spotPk });
}

/** Notifies the browsers of all properties of an organization that its money changed. */
export async function tellOrganization(
  sql: Sql,
  publish: Publish,
  organizationId: number,
): Promise<void> {
  const spots = await sql<{ pk: number }[]>`
    select pk from spots where organization_id = ${organizationId}`;
  for (const { pk } of spots) publish('server:newRecords', { organizationId, pk });
}
