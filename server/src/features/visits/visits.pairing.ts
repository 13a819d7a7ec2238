import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs, instant } from '@lotkeeper/contract/kernel/calendar';
import { must } from '../../kernel/must.ts';
import { recordVisits } from '../../records/happenings.ts';
import type { Recorder } from '../../records/recorder.ts';
import type { SeenVisit } from '../../records/visits.ts';
import { changeSeen, claimReads, removeVisits } from '../../records/visits.ts';
import { formerVisits } from './former-visits.rules.ts';
import type { FormerVisit, FreshRead, KnownReading } from './pairing.queries.ts';
import { readFormerVisits, readReadings, takeFreshReads } from './pairing.queries.ts';
import type { PairedVisit } from './pairing.rules.ts';
import { longestStayMs, pairReadings } from './pairing.rules.ts';

/** Reads that are paired in one transaction at most. */
const readsAtOnce = 500;
/** A visit whose status is to be looked at now, whatever time it is at its property. */
const atOnce = instant(0);
/** A visit can begin this long before a read that changes it, and others that bear on it as long before that. */
const reach = longestStayMs + dayMs;

/** A visit as it must be, with the visit that it was before. */
interface Wanted {
  paired: PairedVisit;
  former: FormerVisit | null;
}

const seenOf = (paired: PairedVisit, former: FormerVisit | null): SeenVisit => {
  const { readings: _, plate_key: __, country: ___, ...seen } = paired;
  // The state may be known from the car.
  return { ...seen, state: seen.state ?? former?.state ?? null };
};

const isChanged = (now: SeenVisit, before: FormerVisit) =>
  (Object.keys(now) as (keyof SeenVisit)[]).some((field) => now[field] !== before[field]);

/** When the oldest fresh read of each fold was made. Where no plate was read there is none. */
function oldestOf(fresh: readonly FreshRead[]): Map<string, Instant> {
  const oldest = new Map<string, Instant>();
  for (const { plate_fold, at } of fresh) {
    if (plate_fold === '') continue;
    oldest.set(plate_fold, Math.min(at, oldest.get(plate_fold) ?? at) as Instant);
  }
  return oldest;
}

/** Pairs each fold anew. Visits that were over long before the fresh reads stay as they are. */
function pairFolds(
  readings: readonly KnownReading[],
  oldest: ReadonlyMap<string, Instant>,
): { paired: PairedVisit; settled: boolean }[] {
  const byFold = Map.groupBy(readings, (one) => one.plate_fold);
  return [...byFold].flatMap(([fold, group]) => {
    const since = (oldest.get(fold) ?? 0) - reach;
    return pairReadings(group).map((paired) => ({
      paired,
      settled: (paired.exit_at ?? paired.entrance_at ?? 0) < since,
    }));
  });
}

async function writeVisits(recorder: Recorder, spotPk: number, wanted: readonly Wanted[]) {
  const fresh = wanted.filter(({ former }) => former === null);
  const recorded = await recordVisits(
    recorder,
    fresh.map(({ paired }) => ({
      ...seenOf(paired, null),
      spot_pk: spotPk,
      source: 'cameras',
      external_id: crypto.randomUUID(),
      status: 'grace period',
      decided: false,
      due_at: atOnce,
    })),
  );
  const changed = wanted.flatMap(({ paired, former }) => {
    const seen = seenOf(paired, former);
    return former && isChanged(seen, former) ? [{ ...seen, pk: former.pk, due_at: atOnce }] : [];
  });
  await changeSeen(recorder, changed);
  const pks = new Map(
    fresh.map(({ paired }, index) => [paired, must(recorded[index], 'recorded visit').pk]),
  );
  return {
    pkOf: ({ paired, former }: Wanted) => former?.pk ?? pks.get(paired) ?? null,
    changes: fresh.length + changed.length,
  };
}

/** Takes away visits without reads; where money hangs on one it stays, doubtful from now on. */
async function dropEmpty(recorder: Recorder, empty: readonly FormerVisit[]): Promise<void> {
  const { kept = [], gone = [] } = Object.groupBy(empty, (one) => (one.kept ? 'kept' : 'gone'));
  await removeVisits(
    recorder,
    gone.map((one) => one.pk),
  );
  await changeSeen(
    recorder,
    kept.map((one) => {
      const { kept: _, ...seen } = one;
      return { ...seen, doubtful: true, due_at: atOnce };
    }),
  );
}

/**
 * Pairs the unpaired reads of a property, at most 500 of them, and writes what they change. The property must
 * be locked. Tells whether there may be more of them and whether any visit changed.
 */
export async function pairFreshReads(
  recorder: Recorder,
  spotPk: number,
): Promise<{ more: boolean; changed: boolean }> {
  const fresh = await takeFreshReads(recorder, spotPk, readsAtOnce);
  if (fresh.length === 0) return { more: false, changed: false };
  const oldest = oldestOf(fresh);
  const folds = [...oldest].map(([fold, at]) => ({ fold, since: instant(at - 2 * reach) }));
  const readings = await readReadings(recorder, spotPk, folds);
  const all = new Map([...fresh, ...readings].map((one) => [one.pk, one.visit_pk]));
  const former = await readFormerVisits(recorder, spotPk, [...new Set(all.values())]);
  // A read that was moved here from another property leaves the visit that it was part of there.
  const visitOf = new Map(
    [...all].map(([pk, visit]) => [pk, former.has(visit ?? 0) ? visit : null]),
  );
  const results = pairFolds(readings, oldest);
  const formerPks = formerVisits(
    results.map(({ paired }) => paired.readings),
    visitOf,
    (pk) => former.get(pk)?.kept ?? false,
  );
  const wanted = results.flatMap(({ paired, settled }, index) => {
    const pk = formerPks[index] ?? null;
    return settled && pk !== null
      ? []
      : [{ paired, former: pk === null ? null : (former.get(pk) ?? null) }];
  });
  const { pkOf, changes } = await writeVisits(recorder, spotPk, wanted);
  const claims = new Map<number, number | null>(fresh.map(({ pk }) => [pk, null]));
  for (const one of wanted) {
    for (const pk of one.paired.readings) {
      if (claims.has(pk) || visitOf.get(pk) !== pkOf(one)) claims.set(pk, pkOf(one));
    }
  }
  const times = new Map([...fresh, ...readings].map((one) => [one.pk, one.at]));
  await claimReads(
    recorder,
    [...claims].map(([pk, visit_pk]) => ({ pk, visit_pk, seen_at: times.get(pk) ?? null })),
  );
  const left = new Set(
    [...visitOf].map(([pk, visit]) => (claims.has(pk) ? claims.get(pk) : visit)),
  );
  const empty = [...former.values()].filter(({ pk }) => !left.has(pk));
  await dropEmpty(recorder, empty);
  return { more: fresh.length === readsAtOnce, changed: changes + empty.length > 0 };
}
