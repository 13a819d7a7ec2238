import { fromIso, instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs } from '@lotkeeper/contract/kernel/durations';
import { violationEvidenceDays } from '@lotkeeper/contract/trust/retention-classes';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeDispute } from '../../testing/charges.factory.ts';
import { makePerson } from '../../testing/people.factory.ts';
import { record, rental } from '../../testing/rentals.factory.ts';
import { makeSpot } from '../../testing/spots.factory.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { makeViolation } from '../../testing/violations.factory.ts';
import { makeVisit } from '../../testing/visits.factory.ts';
import {
  explainKeptRental,
  explainKeptViolation,
  explainKeptVisit,
  selectKeptEvidence,
} from './kept-evidence.ts';

const now = fromIso('2027-01-20T09:00:00Z');
const evidenceSince = instant(now - violationEvidenceDays * dayMs);

/** `open` or `over`: whether a hold or dispute is in force, if there is one. */
const claim = fc.constantFrom('none', 'over', 'open');
const anyStay = fc.record({
  isDue: fc.boolean(),
  hasRental: fc.boolean(),
  violation: fc.constantFrom('none', 'open', 'recent', 'old'),
  holds: fc.record({ visit: claim, rental: claim, violation: claim }),
  dispute: claim,
});
type Stay = typeof anyStay extends fc.Arbitrary<infer T> ? T : never;

/** The rule restated: why the rental, violation, and visit of a stay are kept. */
function expectReasons({ isDue, hasRental, violation, holds, dispute }: Stay) {
  const hasViolation = violation !== 'none';
  const isHeld = {
    visit: holds.visit === 'open',
    rental: hasRental && holds.rental === 'open',
    violation: hasViolation && holds.violation === 'open',
  };
  const isDisputed = hasRental && dispute === 'open';
  const hold = isHeld.visit || isHeld.rental || isHeld.violation;
  const ofViolation = { none: null, old: null, open: 'open_violation', recent: 'recent_violation' }[
    violation
  ];
  return {
    rental: (hasRental && hold && 'hold') || (isDisputed && 'dispute') || null,
    violation: isHeld.violation ? 'hold' : ofViolation,
    visit: (hold && 'hold') || (isDisputed && 'dispute') || (isDue && 'current') || ofViolation,
  };
}

test('the definition of evidence finds the same rows one by one and all at once', async () => {
  const { system: sql } = await testDatabase();
  const { pk: person } = await makePerson(sql);
  const stays = fc.array(anyStay, { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(stays, async (drawn) => {
      // Each run has its own organization.
      const spot = await makeSpot(sql);
      const organizationId = spot.organization;
      const query = { organizationId, now };
      const placeHold = async (state: string, on: object) => {
        if (state === 'none') return;
        const over = state === 'over' ? { released_by: person, released_at: now } : {};
        const row = { organization_id: organizationId, ...on, reason: 'A lawsuit', ...over };
        await sql`insert into holds ${sql.values({ ...row, placed_by: person, placed_at: now })}`;
      };
      const expected = [];
      for (const stay of drawn) {
        const [booked] = stay.hasRental
          ? await record(sql, spot, [rental(spot, '2026-01-15T19:00:00Z', 1000)])
          : [];
        const visit_pk = await makeVisit(sql, spot, '2026-01-15T19:00:00Z', {
          rental_pk: booked?.pk ?? null,
          decided: !stay.isDue,
          due_at: stay.isDue ? now : null,
        });
        const violation =
          stay.violation === 'none'
            ? null
            : await makeViolation(sql, spot, {
                visit_pk,
                status: stay.violation === 'open' ? 'Created' : 'Paid',
                created_at:
                  stay.violation === 'recent' ? evidenceSince : instant(evidenceSince - 1),
              });
        await placeHold(stay.holds.visit, { visit_pk });
        if (booked) await placeHold(stay.holds.rental, { rental_pk: booked.pk });
        if (violation) await placeHold(stay.holds.violation, { violation_pk: violation.pk });
        if (booked && stay.dispute !== 'none') {
          const isOpen = stay.dispute === 'open';
          await makeDispute(sql, spot, booked.pk, {
            state: isOpen ? 'needs_response' : 'won',
            opened_at: now,
            closed_at: isOpen ? null : now,
          });
        }
        const reasons = expectReasons(stay);
        expected.push({
          ...reasons,
          is_visit_kept: reasons.visit !== null,
          is_violation_kept: reasons.violation !== null,
        });
      }
      const rows = await sql`
        with ${selectKeptEvidence(sql, query)}
        select ${explainKeptVisit(sql, query)} as visit, ${explainKeptRental(sql, query)} as rental,
          ${explainKeptViolation(sql, query)} as violation,
          exists (select from kept_visits k where k.pk = v.pk) as is_visit_kept,
          exists (select from kept_violations k where k.pk = n.pk) as is_violation_kept
        from visits v
        left join rentals r on r.organization_id = ${organizationId} and r.pk = v.rental_pk
        left join violations n on n.organization_id = ${organizationId} and n.visit_pk = v.pk
        where v.organization_id = ${organizationId} order by v.pk`;
      expect(rows).toEqual(expected);
    }),
    { numRuns: 30 },
  );
});
