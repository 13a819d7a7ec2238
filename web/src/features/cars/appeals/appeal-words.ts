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

/** Where the answer to a driver goes, or that nothing here sends it. */
export function describeAnswer(
  { email, phone }: Pick<AppealDetail, 'email' | 'phone'>,
  sends: Profile['sends'],
): string {
  const ways = [
    { to: email, medium: 'email' },
    { to: phone && formatPhone(phone), medium: 'sms' },
  ] as const;
  const left = ways.filter(({ to }) => to !== null);
  const list = (chosen: readonly { to: string | null }[]) =>
    chosen.map(({ to }) => to).join(' and ');
  const sent = left.filter(({ medium }) => sends[medium]);
  if (sent.length > 0) return `Decided. The answer is on its way to ${list(sent)}.`;
  if (left.length === 0) return 'Decided.';
  const reasons = left.map(({ medium }) => nothingSends[medium]).join(' ');
  return `Decided, but the driver wasn’t told. ${reasons} Tell them yourself: ${list(left)}.`;
}
