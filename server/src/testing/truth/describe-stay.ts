import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { toLocalTime } from '@lotkeeper/contract/kernel/calendar';
import type { CarStay } from '@lotkeeper/simulator/truth/month';
import type { ComparedStay, ComparedVisit, WrongCharge } from './compare-month.ts';
import type { PlayedMonth } from './play-month.ts';

const timeOf = (at: number | null) =>
  at === null ? '—' : toLocalTime(at as Instant, 'America/Phoenix').slice(5, 19);

const describeVisit = (visit: ComparedVisit) =>
  `  visit ${visit.plate_key} ${timeOf(visit.entrance_at)} – ${timeOf(visit.exit_at)}: ${visit.outcome}, ${visit.status}${visit.doubtful ? ', doubtful' : ''}${visit.charged ? `, charged ${visit.charged}` : ''}`;

function describe(
  { sent }: PlayedMonth,
  stay: CarStay | null,
  visits: readonly ComparedVisit[],
): string[] {
  if (!stay) return ['no stay', ...visits.map(describeVisit)];
  const { plate, state } = stay.driver;
  const seen = sent.filter((read) => read.stay === stay);
  return [
    `${plate} ${state} ${timeOf(stay.entrance)} – ${timeOf(stay.exit)}`,
    ...seen.map(({ arrived_at, step: { reading } }) => {
      const { direction, captured_at, confidence } = reading;
      return `  read ${direction} ${reading.plate} ${reading.state ?? 'no state'} ${timeOf(captured_at)}, arrived ${timeOf(arrived_at)}, confidence ${confidence}`;
    }),
    ...visits.map(describeVisit),
  ];
}

/** A wrong charge with its reads and visits, in lines. */
export const describeCharge = (
  played: PlayedMonth,
  { why, stay, visits, charged, owed }: WrongCharge,
): string =>
  [`${why}: charged ${charged}, owed ${owed}`, ...describe(played, stay, visits)].join('\n');

/** A stay without its true outcome, in lines. */
export const describeWrong = (
  played: PlayedMonth,
  { stay, visits, expected }: ComparedStay,
): string => [`should be ${expected}`, ...describe(played, stay, visits)].join('\n');
