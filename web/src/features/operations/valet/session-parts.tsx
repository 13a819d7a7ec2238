import type { ValetSession } from '@lotkeeper/contract/operations/valet';
import type { ValetStatus } from '@lotkeeper/contract/people/filter-words';
import { organizationPages } from '@lotkeeper/contract/platform/pages';
import { formatAgo, formatInstant } from '../../../kernel/format.ts';
import { useHasRole } from '../../../kernel/session.tsx';
import { RowButton } from '../../../ui/data/row-actions.tsx';
import type { Tone } from '../../../ui/frame/tag.tsx';
import { Tag } from '../../../ui/frame/tag.tsx';
import type { Stand } from './stand.ts';
import classes from './valet.module.css';
import { formatName } from './valet.rules.ts';

/** What the rows of the sessions list share. */
export interface ListContext {
  stand: Pick<Stand, 'organization' | 'timezone'>;
  moment: number;
  unsent: ReadonlySet<string>;
  onEdit: (session: ValetSession) => void;
}

interface PartProps {
  session: ValetSession;
  context: ListContext;
}

const statuses = {
  active: { tone: 'green', label: 'Active' },
  pending: { tone: 'amber', label: 'Pending' },
  ended: { tone: 'gray', label: 'Ended' },
} as const satisfies Record<ValetStatus, { tone: Tone; label: string }>;

/** A session's plate, linked to the rental, which exists once the car is checked in. */
function Plate({ session, context }: PartProps) {
  const { car_details: car, rental } = session;
  const { organization } = context.stand;
  const isAllowed = useHasRole(organization)(organizationPages['rentals/$uuid'].roles);
  const text = car?.plate ?? (session.status === 'pending' ? 'No car yet' : 'No plate');
  if (rental === null || !isAllowed) return text;
  return <a href={`/organization/${organization}/rentals/${rental}`}>{text}</a>;
}

/** A session's car and its states. */
export function CarCell({ session, context }: PartProps) {
  return (
    <span className="ui-tags">
      <span className={classes.plateCell}>
        <Plate session={session} context={context} />{' '}
        <span className={classes.quiet}>{session.car_details?.state}</span>
      </span>
      <Tag tone={statuses[session.status].tone}>{statuses[session.status].label}</Tag>
      {session.payment ? (
        <Tag tone="amber">
          {session.payment.state === 'confirming' ? 'Confirming payment' : 'Payment canceled'}
        </Tag>
      ) : null}
      {session.decline ? <Tag tone="red">Card declined</Tag> : null}
      {context.unsent.has(session.uuid) ? <Tag tone="amber">Not sent yet</Tag> : null}
    </span>
  );
}

/** Opens the form of a car that is here; renders nothing for others. */
export function EditButton({ session, context }: PartProps) {
  if (session.status !== 'active') return null;
  return (
    <RowButton
      action="Edit"
      subject={formatName(session)}
      size="md"
      onClick={() => context.onEdit(session)}
    />
  );
}

/** A session's last or next event. */
export function formatTime(
  session: ValetSession,
  { stand: { timezone }, moment }: ListContext,
): string {
  const { status, checked_in_at, checked_out_at, booked_for, created_at } = session;
  if (status === 'ended') return `Checked out ${formatAgo(checked_out_at ?? created_at, moment)}`;
  if (status === 'active') return `Checked in ${formatAgo(checked_in_at ?? created_at, moment)}`;
  if (booked_for === null) return `Walk-in ${formatAgo(created_at, moment)}`;
  return `Booked for ${formatInstant(booked_for / 1000, timezone)}`;
}
