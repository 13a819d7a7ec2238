import type { BatchAnswer, BatchResult } from '@lotkeeper/contract/kernel/batch';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { LiveEvent } from '@lotkeeper/contract/kernel/live';
import type { MachineScope } from '../../../kernel/access/scope.ts';
import { isFaultOfTheData, isWorthAnotherTry } from '../../../kernel/data/data-faults.ts';
import type { BatchItem } from '../../../kernel/http/batch.ts';
import { tellBatch, wrongItem } from '../../../kernel/http/batch.ts';
import type { Publish } from '../../../kernel/http/live.ts';
import { makeTurns } from '../../../kernel/load/turns.ts';
import { queueUndecided } from '../../../records/cars/plate-reads.ts';
import type { Recorded, Recorder, RefusedItem } from '../../../records/recorder.ts';
import { ItemsClash, openRecorder, sourceKey } from '../../../records/recorder.ts';
import type { Settling } from '../../cars/visits/public.ts';
import { withSettling } from '../../cars/visits/public.ts';
import { tooFarAhead } from './ingest.rules.ts';

interface Item {
  source: string;
  external_id: string;
  spot?: number | string | null;
}

/** An item whose property was found; null if it doesn't name one. */
export type Placed<T extends Item> = Omit<T, 'spot'> & {
  spot_pk: T extends { spot: number | string } ? number : number | null;
};

/** The outcome of an item; images have a uuid. */
export type Outcome = (Omit<Recorded, 'pk'> & { pk?: number; uuid?: string }) | RefusedItem;

export interface Kind<T extends Item> {
  /** Records items with different ids in one transaction, and returns an outcome for each. */
  record: (
    recorder: Recorder,
    items: Placed<T>[],
    now: Instant,
    settling: Settling,
  ) => Promise<Outcome[]>;
  /** Whether recording also settles visits. */
  settlesVisits?: true;
  /** Whether an item that is sent again under its id may contain something new. */
  mayRepeat?: boolean;
  /** Whether items may affect the outcome of visits at their property; or the plates whose visits they may affect. */
  decidesVisits?: true | ((items: readonly Placed<T>[]) => string[]);
  /** Whether each item names all properties that recording it concerns. */
  namesSpots?: true;
  /** The live event sent to viewers of the property, if not `server:newRecords`. */
  liveEvent?: LiveEvent;
}

interface QueuedItem<T extends Item> {
  at: number;
  item: T;
}

const refuseItem = (field: string, detail: string): RefusedItem => ({
  outcome: 'refused',
  field,
  detail,
});
const noSuchProperty = refuseItem('spot', 'There is no such property.');
const cannotBeStored = refuseItem('item', 'This item can’t be stored.');

/** Whether two items of a call are equal; both have their fields in the order of the contract. */
const isSame = <T extends Item>(a: QueuedItem<T>, b: QueuedItem<T> | undefined) =>
  JSON.stringify(a.item) === JSON.stringify(b?.item);

/** Maximum items of a short transaction. */
const smallBatch = 20;
/** Large calls wait for each other, so that requests of cameras and pages don't queue behind all of them. */
const largeBatches = makeTurns(2);

/** A call with items of one kind: valid ones are recorded, whatever the others are. */
class Batch<T extends Item> {
  readonly results: BatchResult[];
  /** Properties with changes. */
  readonly touched = new Set<number>();
  #scope: MachineScope;
  #kind: Kind<T>;
  #now: Instant;

  constructor(scope: MachineScope, kind: Kind<T>, now: Instant, items: readonly BatchItem<T>[]) {
    this.#scope = scope;
    this.#kind = kind;
    this.#now = now;
    this.results = items.map(({ external_id, wrong }) => ({
      external_id,
      outcome: 'refused',
      ...wrong,
    }));
  }

  /** The recordable items, without those that are dated too far ahead. */
  wellTimed(items: readonly BatchItem<T>[]): QueuedItem<T>[] {
    return items.flatMap(({ value: item, external_id }, at) => {
      if (!item) return [];
      const fields = tooFarAhead(item, this.#now);
      if (!fields) return [{ at, item }];
      this.results[at] = { external_id, outcome: 'refused', ...wrongItem(fields) };
      return [];
    });
  }

  /** Records all items; of those with the same id, the first is recorded first, and the others after it. */
  async keep(items: QueuedItem<T>[]): Promise<void> {
    const firsts = new Map<string, QueuedItem<T>>();
    const repeats: QueuedItem<T>[] = [];
    for (const queuedItem of items) {
      const key = sourceKey(queuedItem.item);
      if (firsts.has(key)) repeats.push(queuedItem);
      else firsts.set(key, queuedItem);
    }
    await this.#record([...firsts.values()]);
    const remainingRepeats = repeats.filter((queuedItem) => {
      const { external_id, outcome, ...resultFields } = this.#resultAt(
        firsts.get(sourceKey(queuedItem.item)),
      );
      const isOther = !isSame(queuedItem, firsts.get(sourceKey(queuedItem.item)));
      if (this.#kind.mayRepeat || outcome === 'refused' || isOther) return true;
      this.results[queuedItem.at] = { external_id, outcome: 'unchanged', ...resultFields };
      return false;
    });
    if (remainingRepeats.length > 0) await this.keep(remainingRepeats);
  }

  #resultAt(queuedItem: QueuedItem<T> | undefined): BatchResult {
    return this.results[queuedItem?.at ?? -1] as BatchResult;
  }

  #tell({ at, item }: QueuedItem<T>, outcome: Outcome): void {
    const { external_id } = item;
    if (outcome.outcome === 'refused') {
      const { field, detail } = outcome;
      this.results[at] = { external_id, outcome: 'refused', detail, fields: { [field]: detail } };
      return;
    }
    const { pk, uuid, spot_pk } = outcome;
    this.results[at] = {
      external_id,
      outcome: outcome.outcome,
      ...(pk === undefined ? {} : { pk }),
      ...(uuid === undefined ? {} : { uuid }),
    };
    if (spot_pk !== undefined && outcome.outcome !== 'unchanged') this.touched.add(spot_pk);
  }

  /** Records what can be recorded: if the database refuses one item, the batch is split in half and tried again. */
  async #record(list: QueuedItem<T>[]): Promise<void> {
    if (list.length === 0) return;
    try {
      await this.#recordAll(list);
    } catch (error) {
      if (error instanceof ItemsClash && error.refused.size > 0) {
        for (const [index, why] of error.refused) this.#tell(list[index] as QueuedItem<T>, why);
        await this.#record(list.filter((_, index) => !error.refused.has(index)));
      } else if (!isFaultOfTheData(error)) throw error;
      else if (list.length === 1) this.#tell(list[0] as QueuedItem<T>, cannotBeStored);
      else {
        const middle = Math.ceil(list.length / 2);
        await this.#record(list.slice(0, middle));
        await this.#record(list.slice(middle));
      }
    }
  }

  /** Records a whole list in one transaction, retried once after a conflict with others. */
  async #recordAll(list: QueuedItem<T>[]): Promise<void> {
    const settle = (settling: Settling) =>
      this.#scope.write((tx) => this.#inTransaction(tx, list, settling));
    const write = () => (this.#kind.settlesVisits ? withSettling(settle) : settle('by job'));
    const { organizationId } = this.#scope;
    const attempt = () =>
      list.length > smallBatch ? largeBatches(organizationId, write) : write();
    const itemOutcomes = await attempt().catch((error: unknown) => {
      if (isWorthAnotherTry(error)) return attempt();
      throw error;
    });
    for (const [queuedItem, outcome] of itemOutcomes) this.#tell(queuedItem, outcome);
  }

  async #inTransaction(
    tx: Recorder['tx'],
    list: QueuedItem<T>[],
    settling: Settling,
  ): Promise<[QueuedItem<T>, Outcome][]> {
    const names = list.flatMap(({ item }) => item.spot ?? []);
    const recorder = await openRecorder(
      tx,
      this.#scope.organizationId,
      this.#kind.namesSpots ? names : undefined,
    );
    const items = assignSpots<T>(
      recorder,
      list.map(({ item }) => item),
    );
    const outcomes = await this.#kind.record(recorder, items, this.#now, settling);
    const itemOutcomes = outcomes.map((outcome, index): [QueuedItem<T>, Outcome] => {
      const spot_pk = items[index]?.spot_pk as number | null;
      const where = outcome.outcome === 'refused' || spot_pk === null ? {} : { spot_pk };
      return [list[index] as QueuedItem<T>, { ...where, ...outcome }];
    });
    const { decidesVisits } = this.#kind;
    if (decidesVisits) {
      const spots = itemOutcomes.flatMap(([, outcome]) =>
        outcome.outcome === 'refused' ? [] : (outcome.spot_pk ?? []),
      );
      const plates = decidesVisits === true ? undefined : decidesVisits(items);
      await queueUndecided(recorder, spots, this.#now, plates);
    }
    return itemOutcomes;
  }
}

/** The items with the properties that they name; throws ItemsClash for those that name none of the organization. */
function assignSpots<T extends Item>(recorder: Recorder, items: readonly T[]): Placed<T>[] {
  const strangers = new Map<number, RefusedItem>();
  const found = items.map((item, index) => {
    const { spot = null, ...rest } = item;
    const spot_pk = spot === null ? null : recorder.spotNamed(spot);
    if (spot !== null && spot_pk === null) strangers.set(index, noSuchProperty);
    return { ...rest, spot_pk } as Placed<T>;
  });
  if (strangers.size > 0) throw new ItemsClash(strangers);
  return found;
}

/** Records the valid items of a call, returns their outcomes, and notifies viewers of their properties. */
export async function recordBatch<T extends Item>(
  { scope, items, now }: { scope: MachineScope; items: readonly BatchItem<T>[]; now: Instant },
  publish: Publish,
  kind: Kind<T>,
): Promise<BatchAnswer> {
  const batch = new Batch<T>(scope, kind, now, items);
  try {
    await batch.keep(batch.wellTimed(items));
  } finally {
    // What was recorded before a fault is kept.
    for (const pk of batch.touched)
      publish(kind.liveEvent ?? 'server:newRecords', { organizationId: scope.organizationId, pk });
  }
  return tellBatch(batch.results);
}
