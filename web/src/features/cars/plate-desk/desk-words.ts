import { outcomeLabels } from '@lotkeeper/contract/cars/outcomes';
import type {
  DeskEffects,
  DeskFinding,
  DeskItem,
  DeskVerdict,
  OtherVisit,
} from '@lotkeeper/contract/cars/plate-desk';
import { plainVerdicts } from '@lotkeeper/contract/cars/plate-desk';
import { formatInstantInZone, formatMoneyExact, formatMoneyShort } from '../../../kernel/format.ts';
import { formatPlate } from '../../../shared/plate-text.ts';

/** What the buttons say, their keys, and what a notice says of the car afterward. */
export const verdictWords: Record<DeskVerdict, { label: string; key: string; done: string }> = {
  confirmed: { label: 'The plate is right', key: 'c', done: 'is right' },
  misread: { label: 'Misread, no such car', key: 'm', done: 'is misread' },
  not_customer: { label: 'Not a customer', key: 'n', done: 'isn’t a customer' },
  corrected: { label: 'Correct the plate', key: 'p', done: 'has another plate now' },
  joined: {
    label: 'Same stay as another visit',
    key: 'j',
    done: 'is one stay with the other visit',
  },
  split: { label: 'Two stays', key: 't', done: 'is two stays now' },
  completed: { label: 'Find it among unread cars', key: 'f', done: 'was found unread' },
};

type Ends = Pick<OtherVisit, 'entrance_timestamp' | 'exit_timestamp'>;

/** When a visit began and ended, as far as cameras saw it. */
export function describeEnds(
  { entrance_timestamp: entrance, exit_timestamp: exit }: Ends,
  timezone: string,
): string {
  const format = (at: number) => formatInstantInZone(at, timezone);
  if (entrance === null) return exit === null ? '' : `left ${format(exit)}`;
  return exit === null ? `came ${format(entrance)}` : `${format(entrance)} to ${format(exit)}`;
}

/** What a finding says, as the button that accepts it. */
export function describeFinding(finding: DeskFinding, { others }: DeskItem): string {
  if (finding.verdict === 'corrected') return `The plate is ${formatPlate(finding)}`;
  if (finding.verdict !== 'joined') return verdictWords[finding.verdict].label;
  const other = others.find(({ visit }) => visit === finding.other);
  return other ? `Same stay as ${formatPlate(other)}` : verdictWords.joined.label;
}

/** The money that a decision moves: in a sentence, in short, and the amount. */
const listMoney = (effects: DeskEffects) =>
  (
    [
      ['Charges', 'charge of', effects.charged],
      ['Gives back', 'refund of', effects.refunded],
      ['Opens a violation of', 'violation of', effects.violations_opened],
      ['Waives', 'waives', effects.violations_waived],
    ] as const
  ).filter(([, , amount]) => amount > 0);

/** Whether a decision charges nobody and opens no violation. */
export const costsNobody = ({ charged, violations_opened }: DeskEffects) =>
  charged === 0 && violations_opened === 0;

/** What a button adds to its label: ': violation of $55', or nothing where no money moves. */
export function describeMoney(effects: DeskEffects): string {
  const money = listMoney(effects).map(([, noun, amount]) => `${noun} ${formatMoneyShort(amount)}`);
  return money.length > 0 ? `: ${money.join(', ')}` : '';
}

/** What a decision does, in sentences. A verdict about the visit as it is doesn't name it again. */
export function describeEffects(
  effects: DeskEffects,
  verdict: DeskVerdict,
  timezone: string,
): string {
  const isPlain = plainVerdicts.some((plain) => plain === verdict);
  const visits = effects.visits.map((visit) => {
    const outcome = visit.outcome ? outcomeLabels[visit.outcome] : 'not counted yet';
    if (isPlain) return `Counts as ${outcome.toLowerCase()}.`;
    return `${formatPlate(visit)}, ${describeEnds(visit, timezone)}: ${outcome.toLowerCase()}.`;
  });
  const money = listMoney(effects).map(
    ([verb, , amount]) => `${verb} ${formatMoneyExact(amount)}.`,
  );
  return [...visits, ...(money.length > 0 ? money : ['No money moves.'])].join(' ');
}
