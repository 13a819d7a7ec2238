import type { CameraGap } from '@lotkeeper/contract/cars/outcomes';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { LetterContent } from '@lotkeeper/contract/money/letters';
import type { PayoutAccount } from '@lotkeeper/contract/money/payouts';
import type { ComingOccasion } from '@lotkeeper/contract/operations/local-intelligence';
import { writeCameras } from './letter-cameras.rules.ts';
import type { Forecast } from './letter-coming.rules.ts';
import { writeComing } from './letter-coming.rules.ts';
import type { LookedAt } from './letter-looks.rules.ts';
import { writeLooks } from './letter-looks.rules.ts';
import { writeMatters } from './letter-matters.rules.ts';
import type { LetterMoney } from './letter-money.rules.ts';
import { formatLetterDays, writeCauses, writeFigures, writeLead } from './letter-money.rules.ts';
import { writePayouts } from './letter-payouts.rules.ts';
import { makePaths } from './letter-text.ts';
import type { OpenMatters, PaidRow } from './letters.queries.ts';

/** Everything that a letter is written from. */
export interface LetterFacts extends LetterMoney {
  organizationPk: number;
  timezone: string;
  now: Instant;
  /** Whether it is about the newest days that are over: only then is what is open now, or comes next, part of it. */
  isNewest: boolean;
  spots: LookedAt['spots'];
  changed: LookedAt['changed'];
  gaps: readonly CameraGap[];
  matters: OpenMatters;
  paid: readonly PaidRow[];
  account: PayoutAccount;
  coming: readonly ComingOccasion[];
  forecasts: readonly Forecast[];
}

const nothingOpen: Pick<OpenMatters, 'appeals'> = { appeals: [] };

/** Writes a letter: only sections that have something to say. null if there isn't even revenue to compare. */
export function writeLetter(facts: LetterFacts): LetterContent | null {
  const { kind, ranges, total, gaps, timezone, isNewest } = facts;
  const paths = makePaths(facts.organizationPk);
  const range = ranges.week;
  const { appeals } = isNewest ? facts.matters : nothingOpen;
  const found = [
    writeFigures(facts, paths),
    writeCauses(facts, paths),
    writeLooks({ kind, range, spots: facts.spots, changed: facts.changed, gaps, appeals }, paths),
    isNewest ? writeMatters(facts.matters, timezone, paths) : null,
    writeCameras(gaps, range, paths),
    writePayouts(facts.paid, facts.account, { kind, range, now: facts.now, isNewest }, paths),
  ].filter((section) => section !== null);
  const isEmpty = Object.values(total).every(({ entry_count }) => entry_count === 0);
  if (isEmpty && found.length === 0) return null;
  const coming = isNewest ? writeComing(facts.coming, facts.forecasts, kind, paths) : null;
  const sections = coming ? [...found, coming] : found;
  return {
    title: formatLetterDays(kind, range),
    lead: writeLead(facts, paths),
    sections,
    closing: sections.length === 0 ? 'Nothing else is new.' : null,
  };
}
