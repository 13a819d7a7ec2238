import type { ValetSession } from '@lotkeeper/contract/operations/valet';
import type { ValetStatus } from '@lotkeeper/contract/people/filter-words';
import { formatAgo, formatInstant, formatMoneyExact, formatPhone } from '../../../kernel/format.ts';
import { StoryLink } from '../../../shared/story-link.tsx';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { actionsColumn, RowButton } from '../../../ui/data/row-actions.tsx';
import type { Tone } from '../../../ui/frame/tag.tsx';
import { Tag } from '../../../ui/frame/tag.tsx';
import type { Stand } from './stand.ts';
import classes from './valet.module.css';
import { formatCar, formatName } from './valet.rules.ts';

const statuses = {
  active: { tone: 'green', label: 'Active' },
  pending: { tone: 'amber', label: 'Pending' },
  ended: { tone: 'gray', label: 'Ended' },
} as const satisfies Record<ValetStatus, { tone: Tone; label: string }>;

interface ColumnParts {
  stand: Pick<Stand, 'organization' | 'timezone'>;
  moment: number;
  unsent: ReadonlySet<string>;
  onEdit: (session: ValetSession) => void;
}

/** A session's plate, linked to the rental, which exists once the car is checked in. */
function Plate({ session, organization }: { session: ValetSession; organization: number }) {
  const { car_details: car, rental } = session;
  const text = car ? car.plate : 'No car yet';
  if (rental === null) return text;
  return (
    <StoryLink organization={organization} subject="rental" id={rental}>
      {text}
    </StoryLink>
  );
}

export const sessionColumns = (context: ColumnParts): DataColumn<ValetSession>[] => [
  {
    key: 'car',
    header: 'Car',
    primary: true,
    render: (session) => (
      <span className={classes.carCell}>
        <span className={classes.plateCell}>
          <Plate session={session} organization={context.stand.organization} />{' '}
          <span className={classes.quiet}>{session.car_details?.state}</span>
        </span>
        <Tag tone={statuses[session.status].tone}>{statuses[session.status].label}</Tag>
        {session.payment ? (
          <Tag tone="amber">
            {session.payment.state === 'confirming' ? 'Confirming payment' : 'Payment canceled'}
          </Tag>
        ) : null}
        {context.unsent.has(session.uuid) ? <Tag tone="amber">Not sent yet</Tag> : null}
      </span>
    ),
  },
  {
    key: 'description',
    header: 'Make and model',
    render: (session) => formatCar(session) || undefined,
  },
  { key: 'key', header: 'Key tag', render: ({ key_tag }) => key_tag ?? undefined },
  {
    key: 'driver',
    header: 'Driver',
    render: ({ phone }) => (
      <a className={classes.phone} href={`tel:${phone}`}>
        {formatPhone(phone)}
      </a>
    ),
  },
  { key: 'time', header: 'Time', render: (session) => formatTime(session, context) },
  {
    key: 'balance',
    header: 'Balance',
    align: 'right',
    render: ({ outstanding_balance }) => formatMoneyExact(outstanding_balance),
  },
  actionsColumn('Edit', (session) =>
    session.status === 'active' ? (
      <RowButton
        action="Edit"
        subject={formatName(session)}
        size="md"
        onClick={() => context.onEdit(session)}
      />
    ) : undefined,
  ),
];

/** A session's last or next event. */
function formatTime(session: ValetSession, { stand: { timezone }, moment }: ColumnParts): string {
  const { status, checked_in_at, checked_out_at, booked_for, created_at } = session;
  if (status === 'ended') return `Checked out ${formatAgo(checked_out_at ?? created_at, moment)}`;
  if (status === 'active') return `Checked in ${formatAgo(checked_in_at ?? created_at, moment)}`;
  if (booked_for === null) return `Texted ${formatAgo(created_at, moment)}`;
  return `Booked for ${formatInstant(booked_for / 1000, timezone)}`;
}
