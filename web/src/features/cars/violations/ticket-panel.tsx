import type { Ticket } from '@lotkeeper/contract/cars/violations';
import { ticketStatuses } from '@lotkeeper/contract/cars/violations';
import type { ReactNode } from 'react';
import { formatInstant, formatMoneyShort } from '../../../kernel/format.ts';
import { StoryLink } from '../../../shared/story-link.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import type { Tone } from '../../../ui/frame/tag.tsx';
import { Tag } from '../../../ui/frame/tag.tsx';
import { Picture } from '../../../ui/media/picture.tsx';
import classes from './violations.module.css';

/** The color of a status, shown with its word. */
export const statusTones: Record<Ticket['status'], Tone> = {
  Created: 'amber',
  Paid: 'green',
  Waived: 'gray',
};
const units = { hour: 'an hour', day: 'a day', flat: 'flat' } as const;

/** A violation with its state and its evidence; an open one can be waived. */
export function TicketPanel(props: {
  ticket: Ticket;
  spot: { organization: number; timezone: string };
  onWaive: () => void;
}) {
  const { ticket, onWaive } = props;
  const { organization, timezone } = props.spot;
  const at = (moment: number | string) => formatInstant(moment, timezone);
  return (
    <Panel
      title={`Violation ${ticket.code}`}
      actions={
        ticket.status === 'Created' ? (
          <Button aria-label={`Waive violation ${ticket.code}`} onClick={onWaive}>
            Waive
          </Button>
        ) : undefined
      }
    >
      <div className={classes.ticket}>
        <dl className={classes.facts}>
          <Fact name="Status">
            <Tag tone={statusTones[ticket.status]}>{ticketStatuses[ticket.status]}</Tag>
          </Fact>
          <Fact name="License Plate">
            <StoryLink organization={organization} subject="violation" id={ticket.uuid}>
              {`${ticket.plate} ${ticket.state ?? ''}`.trim()}
            </StoryLink>
          </Fact>
          <Fact name="Penalty">{formatMoneyShort(ticket.amount)}</Fact>
          <Fact name="Created">{at(ticket.created_at)}</Fact>
          {ticket.status === 'Waived' ? <Waiver ticket={ticket} at={at} /> : null}
          {ticket.evidence ? <Evidence evidence={ticket.evidence} at={at} /> : null}
        </dl>
        <Pictures ticket={ticket} />
      </div>
    </Panel>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

type At = (moment: number | string) => string;

function Waiver({ ticket, at }: { ticket: Ticket; at: At }) {
  const { waived_reason, waived_by, waived_at } = ticket;
  return (
    <>
      {waived_reason ? <Fact name="Reason">{waived_reason}</Fact> : null}
      {waived_at === null ? null : (
        <Fact name="Waived">
          {at(waived_at)} {waived_by ? `by ${waived_by}` : 'under the enforcement rules'}
        </Fact>
      )}
    </>
  );
}

function Evidence({ evidence, at }: { evidence: NonNullable<Ticket['evidence']>; at: At }) {
  const { price } = evidence;
  return (
    <>
      <Fact name="Entrance">{evidence.entrance_at ? at(evidence.entrance_at) : 'Not seen'}</Fact>
      <Fact name="Exit">{evidence.exit_at ? at(evidence.exit_at) : 'Not seen'}</Fact>
      <Fact name="Unpaid from">{at(evidence.unpaid_from)}</Fact>
      <Fact name="Grace period">{evidence.grace_minutes} minutes</Fact>
      <Fact name="Rule">{`${evidence.rule.charAt(0).toUpperCase()}${evidence.rule.slice(1)}`}</Fact>
      <Fact name="Price in force">
        {price ? `${formatMoneyShort(price.price)} ${units[price.unit]}` : 'None'}
      </Fact>
    </>
  );
}

function Pictures({ ticket: { image_url, plate, evidence } }: { ticket: Ticket }) {
  const visiblePictures = evidence?.pictures.length
    ? evidence.pictures
    : [image_url].flatMap((url) => (url ? [{ label: 'Plate', url }] : []));
  if (visiblePictures.length === 0) {
    return <p className={classes.none}>There are no images of this violation.</p>;
  }
  return (
    <ul className={classes.pictures} aria-label={`Images of ${plate}`}>
      {visiblePictures.map(({ label, url }) => (
        <li key={label}>
          <Picture url={url} alt={`${label} of ${plate}`} size="large" />
          <span className={classes.label}>{label}</span>
        </li>
      ))}
    </ul>
  );
}
