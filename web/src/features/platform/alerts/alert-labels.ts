import type { Profile } from '@lotkeeper/contract/people/session';
import { nothingSends } from '@lotkeeper/contract/people/session';
import type { AlertKind } from '@lotkeeper/contract/platform/alert-kinds';
import type { AlertChoices } from '@lotkeeper/contract/platform/alerts';
import { alertMessages } from '@lotkeeper/contract/platform/alerts';
import { formatPhone } from '../../../kernel/format.ts';

/** What each kind of alert is about, in the order of the page. */
export const alertLabels: Record<AlertKind, string> = {
  camera_silent: 'Camera is silent',
  connection_waiting: 'Connection never sent',
  payout_failed: 'Payout failed',
  payout_held: 'Payouts are held',
  dispute_opened: 'Charge is disputed',
  revenue_unusual: 'Revenue is unusual',
  occupancy_high: 'Property is nearly full',
  unexplained_cars: 'Many unexplained cars',
  violation_appealed: 'Violation is appealed',
  import_failed: 'Import failed',
  sign_in_blocked: 'Sign-in is blocked',
  watched_plate: 'Watched plate arrives',
  seal_late: 'Seal is late',
  backup_late: 'Backup is late',
};

/** Where mails and texts with alerts go, or why none come. */
export function describeWays(
  { email, phone }: Pick<AlertChoices, 'email' | 'phone'>,
  sends: Profile['sends'],
): string {
  const describeMail = (to: string) => (sends.email ? `Emails go to ${to}.` : nothingSends.email);
  const describeText = (to: string) => (sends.sms ? `Texts go to ${to}.` : nothingSends.sms);
  return [
    email === null ? alertMessages.noEmail : describeMail(email),
    phone === null ? alertMessages.noPhone : describeText(formatPhone(phone)),
  ].join(' ');
}
