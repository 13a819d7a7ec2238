import { fromIso, instant } from '@lotkeeper/contract/kernel/calendar';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { recordPlateReads } from '../../records/plate-reads.ts';
import { eventually } from '../../testing/eventually.ts';
import { at, parkingDay, read, timeOf } from '../../testing/parking-day.ts';
import { recording } from '../../testing/rentals.factory.ts';
import type { TestSpot } from '../../testing/spots.factory.ts';
import { makeSpot } from '../../testing/spots.factory.ts';

const {
  automatic,
  clock,
  enterUntil,
  jobs,
  money,
  parkedBefore,
  pays,
  sees,
  settleAt,
  sql,
  violations,
  visits,
} = await parkingDay();

/** What the cameras saw, without what enforcement made of it. */
const seen = (spot: TestSpot) => sql`
  select plate, entrance_at, exit_at, exit_missed, doubtful from visits where spot_pk = ${spot.pk}
  order by coalesce(entrance_at, exit_at), exit_at, plate`;

describe('reads that leave a doubt', () => {
  test('a visit whose direction was guessed is doubtful and costs nothing, even with a known plate', async () => {
    const spot = await makeSpot(sql);
    await parkedBefore(spot);
    await sees(spot, read(spot, '19:00', null), read(spot, '21:00', null));
    await settleAt(spot, '21:30');
    expect(await visits(spot)).toMatchObject([
      { status: 'violator', decided: true, doubtful: true, entrance_at: '19:00', exit_at: '21:00' },
    ]);
    expect([...(await violations(spot)), ...(await automatic(spot))]).toEqual([]);
  });

  test('of the readings of one event only the best counts, even when it comes after its preview was paired', async () => {
    const spot = await makeSpot(sql);
    const event = { event_keys: ['e1'], confidence: 0.5 };
    await sees(spot, read(spot, '19:00', 'Entrance', { ...event, plate: 'ABC1Z3', preview: true }));
    await settleAt(spot, '19:01');
    expect(await visits(spot)).toMatchObject([{ plate: 'ABC1Z3' }]);
    await sees(spot, read(spot, '19:00', 'Entrance', { ...event, plate: 'XYZ789' }));
    await settleAt(spot, '19:02');
    expect(await visits(spot)).toMatchObject([{ plate: 'XYZ789', entrance_at: '19:00' }]);
  });

  test('a car number that a camera uses again is another car', async () => {
    const spot = await makeSpot(sql);
    const event = { event_keys: ['cam|77|1'] };
    await sees(spot, read(spot, '19:00', 'Entrance', { ...event, plate: 'ZZT1111' }));
    await sees(
      spot,
      read(spot, '19:03', 'Entrance', { ...event, plate: 'RRO7690', preview: true }),
    );
    await settleAt(spot, '19:04');
    expect((await visits(spot)).map(({ plate }) => plate)).toEqual(['ZZT1111', 'RRO7690']);
    await sees(spot, read(spot, '19:04', 'Entrance', { ...event, plate: 'RRO7690' }));
    await settleAt(spot, '19:05');
    expect((await visits(spot)).map(({ plate }) => plate)).toEqual(['ZZT1111', 'RRO7690']);
  });

  test('a read that is replaced while a round pairs its car makes no second visit', async () => {
    const spot = await makeSpot(sql);
    const event = { event_keys: ['e1'] };
    await sees(spot, read(spot, '19:00', 'Entrance', { ...event, plate: 'RRQ7690' }));
    await sees(spot, read(spot, '19:00', 'Entrance', { ...event, plate: 'RRQ7690' }));
    const { promise: replaced, resolve: tellReplaced } = Promise.withResolvers<void>();
    const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>();
    const message = recording(sql, spot.organization, async (recorder) => {
      const better = read(spot, '19:00', 'Entrance', { ...event, plate: 'RRO7690' });
      await recordPlateReads(recorder, [better], clock());
      tellReplaced();
      await mayCommit;
    });
    await replaced;
    const round = settleAt(spot, '19:01');
    await eventually(async () => (await sql`select from pg_locks where not granted`).length > 0);
    commit();
    await Promise.all([message, round]);
    await settleAt(spot, '19:02');
    expect((await visits(spot)).map(({ plate }) => plate)).toEqual(['RRO7690']);
  });

  test('a plate read with a look-alike character pairs, and the more confident reading names the visit', async () => {
    const spot = await makeSpot(sql);
    await sees(
      spot,
      read(spot, '19:00', 'Entrance', { plate: 'A8C123', confidence: 0.6 }),
      read(spot, '19:10', 'Exit', { confidence: 0.95 }),
    );
    await settleAt(spot, '19:30');
    expect(await visits(spot)).toMatchObject([
      { plate: 'ABC123', doubtful: false, entrance_at: '19:00', exit_at: '19:10' },
    ]);
  });

  test('a renter with a misread plate is a renter, and a car that looks like a known one is not charged', async () => {
    const spot = await makeSpot(sql);
    await pays(spot, '18:50', '22:00');
    const wrong = { plate: 'A8C123' };
    await sees(spot, read(spot, '19:00', 'Entrance', wrong), read(spot, '21:00', 'Exit', wrong));
    await settleAt(spot, '21:01');
    await sees(spot, read(spot, '23:00', 'Entrance', wrong));
    await settleAt(spot, '23:30');
    expect(await visits(spot)).toMatchObject([
      { status: 'renter', doubtful: true },
      { status: 'violator', doubtful: true },
    ]);
    expect(await violations(spot)).toEqual([]);
  });
});

describe('ends that nobody saw', () => {
  test('a car whose exit was missed is charged one hour when it comes again', async () => {
    const spot = await enterUntil('19:15', 'a known driver');
    await sees(spot, read(spot, '23:00', 'Entrance'));
    expect(await settleAt(spot, '23:01')).toEqual([
      ['enforced', true],
      ['grace period', false],
    ]);
    expect(await money(spot)).toEqual([['charge', 500, 0, '19:15']]);
    expect((await automatic(spot)).map((one) => timeOf(one.end_date))).toEqual(['20:00']);
  });

  test('a car that is seen entering again soon is not charged twice for the same hour', async () => {
    const spot = await enterUntil('19:15', 'a known driver');
    await sees(spot, read(spot, '19:40', 'Entrance'));
    expect(await settleAt(spot, '19:56')).toEqual([
      ['enforced', true],
      ['enforced', false],
    ]);
    expect(await money(spot)).toHaveLength(1);
    await settleAt(spot, '20:15');
    expect(await money(spot)).toEqual([
      ['charge', 500, 0, '19:15'],
      ['charge', 500, 0, '20:15'],
    ]);
  });

  test('a car with only its exit seen owes nothing', async () => {
    const spot = await makeSpot(sql);
    await parkedBefore(spot);
    await sees(spot, read(spot, '21:00', 'Exit'));
    expect(await settleAt(spot, '21:30')).toEqual([['grace period', true]]);
  });

  test('a car that never leaves is given up after 30 days, and its rental ends after one hour', async () => {
    const spot = await enterUntil('19:15', 'a known driver');
    expect(await settleAt(spot, '2026-07-15T19:00:00Z')).toEqual([['enforced', true]]);
    expect((await automatic(spot)).map((one) => one.end_date)).toEqual([fromIso(at('20:00'))]);
  });
});

describe('whatever the order', () => {
  test('reads in any order and any batches make the same visits', async () => {
    const anyRead = fc.record({
      minutes: fc.oneof(fc.nat({ max: 300 }), fc.nat({ max: 130 * 24 * 60 })),
      direction: fc.constantFrom('Entrance' as const, 'Exit' as const, null),
      plate: fc.constantFrom('ABC123', 'ABC123', 'A8C123', 'A8CI23'),
      confidence: fc.constantFrom(0.5, 0.8, 0.9),
      batch: fc.nat({ max: 3 }),
    });
    const since = fromIso('2026-02-01T19:00:00Z');
    clock.set('2026-07-01T19:00:00Z');
    await fc.assert(
      fc.asyncProperty(fc.array(anyRead, { minLength: 2, maxLength: 12 }), async (drawn) => {
        const [whole, parts] = [await makeSpot(sql), await makeSpot(sql)];
        const made = drawn.map((one, index) => {
          const { minutes, batch: _, ...more } = one;
          const captured_at = instant(since + minutes * 60_000);
          const external_id = `read-${index}`;
          return { ...read(whole, '19:00', null), ...more, external_id, captured_at };
        });
        await sees(whole, ...made);
        await jobs.settle(whole);
        for (const batch of [0, 1, 2, 3]) {
          const some = made.filter((_, index) => drawn[index]?.batch === batch);
          await sees(parts, ...some.map((one) => ({ ...one, spot_pk: parts.pk })));
          await jobs.settle(parts);
        }
        expect(await seen(parts)).toEqual(await seen(whole));
      }),
      { numRuns: 40 },
    );
  });
});
