import type { BatchAnswer, BatchResult } from '@lotkeeper/contract/kernel/batch';
import type { BatchItem } from '../../kernel/batch.ts';
import { tellBatch } from '../../kernel/batch.ts';
import type { Live } from '../../kernel/live.ts';
import type { MachineScope } from '../../kernel/scope.ts';
import type { Recorded, Recorder } from '../../records/recorder.ts';
import { openRecorder } from '../../records/recorder.ts';

interface AtSpot {
  spot: number | string;
}

/** An item whose property was found. */
export type Placed<T extends AtSpot> = Omit<T, 'spot'> & { spot_pk: number };

/** Records the good items of a batch in one transaction and tells what became of each. */
export async function recordBatch<T extends AtSpot>(
  scope: MachineScope,
  items: readonly BatchItem<T>[],
  tell: Live['tell'],
  record: (recorder: Recorder, items: Placed<T>[]) => Promise<Recorded[]>,
): Promise<BatchAnswer> {
  const results: BatchResult[] = items.map(({ external_id, wrong }) => ({
    external_id,
    outcome: 'refused',
    ...wrong,
  }));
  const touched = new Set<number>();
  await scope.write(async (tx) => {
    const recorder = await openRecorder(tx, scope.organizationId);
    const placed: { at: number; item: Placed<T> }[] = [];
    items.forEach(({ value }, at) => {
      if (!value) return;
      const { spot, ...rest } = value;
      const spot_pk = recorder.spotNamed(spot);
      const result = results[at] as BatchResult;
      if (spot_pk === null) {
        result.detail = 'There is no such property.';
        result.fields = { spot: 'There is no such property.' };
      } else placed.push({ at, item: { ...rest, spot_pk } });
    });
    const recorded = await record(
      recorder,
      placed.map(({ item }) => item),
    );
    recorded.forEach(({ pk, outcome }, index) => {
      const { at, item } = placed[index] as (typeof placed)[number];
      results[at] = { external_id: items[at]?.external_id ?? null, outcome, pk };
      if (outcome === 'recorded') touched.add(item.spot_pk);
    });
  });
  for (const spot of touched) tell('server:newRecords', spot);
  return tellBatch(results);
}
