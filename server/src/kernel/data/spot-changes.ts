import { setTimeout as pause } from 'node:timers/promises';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { LiveEvent } from '@lotkeeper/contract/kernel/live';
import type { Clock } from '../clock.ts';
import type { Database } from './database.ts';
import type { Change } from './nodes.ts';
import { changeChannel, saveChanges } from './nodes.ts';

/** A property whose records changed. */
export interface SpotChange {
  organizationId: number;
  pk: number;
}

/** Hears of changes in any process. */
export interface ChangeListener {
  onEvent: (event: LiveEvent, spot: SpotChange) => void;
  /** Events may have been missed. */
  onGap: () => void;
}

/** When the records of each property last changed; cached by organization. */
export interface SpotChanges {
  /** Notes a change that was just committed, and notifies the listeners of all processes. */
  note(event: LiveEvent, spot: SpotChange): Promise<void>;
  /** Returns a function that stops it. */
  listen(listener: ChangeListener): () => void;
  /** The newest change of each property of an organization that has any. */
  list(organizationId: number): Promise<ReadonlyMap<number, Instant>>;
  /** The newest change of a property or of a whole organization; null if there is none yet. */
  findNewest(organizationId: number, spotPk: number | null): Promise<Instant | null>;
  close(): Promise<void>;
}

const newestAmong = (changes: ReadonlyMap<number, Instant>): Instant | null => {
  let newest: Instant | null = null;
  for (const at of changes.values()) if (newest === null || at > newest) newest = at;
  return newest;
};

/** Changes within this time are saved in one statement. */
const togetherMs = 10;

/** Opens the store of changes and starts listening for those of other processes. */
export async function openSpotChanges(database: Database, clock: Clock): Promise<SpotChanges> {
  const { system: sql } = database;
  const byOrganization = new Map<number, Map<number, Instant>>();
  /** Incremented whenever something may have been missed, so earlier reads aren't cached. */
  let losses = 0;
  const listeners = new Set<ChangeListener>();
  const forget = () => {
    losses += 1;
    byOrganization.clear();
    for (const { onGap } of listeners) onGap();
  };
  const keep = ({ organization_id, spot_pk, changed_at }: Change) => {
    const changes = byOrganization.get(organization_id);
    if (changes && changed_at > (changes.get(spot_pk) ?? 0)) changes.set(spot_pk, changed_at);
  };
  const hear = (payload: string) => {
    // Earlier releases name no event.
    const [organization, spot, at, event = 'server:newRecords'] = payload.split(' ');
    const change = { organization_id: Number(organization), spot_pk: Number(spot) };
    keep({ ...change, changed_at: Number(at) as Instant });
    const changed = { organizationId: change.organization_id, pk: change.spot_pk };
    for (const { onEvent } of listeners) onEvent(event as LiveEvent, changed);
  };
  const subscription = await sql.listen(changeChannel, hear, forget);

  const load = async (organizationId: number) => {
    const before = losses;
    const changes = new Map<number, Instant>();
    byOrganization.set(organizationId, changes);
    try {
      const rows = await sql<Change[]>`
        select organization_id, spot_pk, changed_at from spot_changes
        where organization_id = ${organizationId}`;
      for (const row of rows) {
        if (row.changed_at > (changes.get(row.spot_pk) ?? 0))
          changes.set(row.spot_pk, row.changed_at);
      }
    } catch (error) {
      byOrganization.delete(organizationId);
      throw error;
    }
    if (before !== losses) byOrganization.delete(organizationId);
    return changes;
  };
  const loading = new Map<number, Promise<ReadonlyMap<number, Instant>>>();
  const list = (organizationId: number): Promise<ReadonlyMap<number, Instant>> => {
    const pending = loading.get(organizationId);
    if (pending) return pending;
    const changes = byOrganization.get(organizationId);
    if (changes) return Promise.resolve(changes);
    const loaded = load(organizationId).finally(() => loading.delete(organizationId));
    loading.set(organizationId, loaded);
    return loaded;
  };

  const waitingEvents = new Map<string, { event: LiveEvent; spot: SpotChange }>();
  let nextSave: Promise<void> | undefined;
  const save = () => {
    const changed_at = clock();
    const events = [...waitingEvents.values()];
    waitingEvents.clear();
    nextSave = undefined;
    const spots = new Map(events.map(({ spot }) => [spot.pk, spot.organizationId]));
    const changes = [...spots]
      .map(([spot_pk, organization_id]) => ({ organization_id, spot_pk, changed_at }))
      .sort((a, b) => a.organization_id - b.organization_id || a.spot_pk - b.spot_pk);
    const payloads = events.map(({ event, spot }) =>
      [spot.organizationId, spot.pk, changed_at, event].join(' '),
    );
    return saveChanges(database, changes, payloads);
  };

  return {
    note(event, spot) {
      waitingEvents.set(`${event} ${spot.pk}`, { event, spot });
      nextSave ??= pause(togetherMs).then(save);
      return nextSave;
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    list,
    async findNewest(organizationId, spotPk) {
      const changes = await list(organizationId);
      return spotPk === null ? newestAmong(changes) : (changes.get(spotPk) ?? null);
    },
    async close() {
      // A failure reaches the caller that noted the change.
      await nextSave?.catch(() => undefined);
      await subscription.unlisten();
    },
  };
}
