import type { AppealDetail, AppealState } from '@lotkeeper/contract/cars/appeals';
import type { Profile } from '@lotkeeper/contract/people/session';
import { nothingSends } from '@lotkeeper/contract/people/session';
import { formatPhone } from '../../../kernel/format.ts';
import type { Tone } from '../../../ui/frame/tag.tsx';

/** The color of an appeal's state, shown with its word. */
export const stateTones: Record<AppealState, Tone> = {
  open: 'amber',
  waived: 'green',
  reduced: 'green',
  upheld: 'gray',
  closed: 'gray',
};

type Reachable = Pick<AppealDetail, 'email' | 'phone'>;

const listWays = ({ email, phone }: Reachable) =>
  (
    [
      { to: email, medium: 'email' },
      { to: phone && formatPhone(phone), medium: 'sms' },
    ] as const
  ).filter(({ to }) => to !== null);

const joinWays = (ways: ReturnType<typeof listWays>) => ways.map(({ to }) => to).join(' and ');

/** Where the answer to a driver goes, or that nothing here sends it. */
export function describeAnswer(driver: Reachable, sends: Profile['sends']): string {
  const workingWays = listWays(driver).filter(({ medium }) => sends[medium]);
  if (workingWays.length > 0)
    return `Decided. The answer is on its way to ${joinWays(workingWays)}.`;
  return describeUntold(driver, sends) === null
    ? 'Decided.'
    : 'Decided, but the driver wasn’t told.';
}

/** Whom staff notify themselves, because nothing here sends the answer; null if something does, or nobody is known. */
export function describeUntold(driver: Reachable, sends: Profile['sends']): string | null {
  const ways = listWays(driver);
  if (ways.length === 0 || ways.some(({ medium }) => sends[medium])) return null;
  const reasons = ways.map(({ medium }) => nothingSends[medium]).join(' ');
  return `${reasons} Tell the driver yourself: ${joinWays(ways)}.`;
}
