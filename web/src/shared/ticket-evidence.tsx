import type { Ticket } from '@lotkeeper/contract/cars/violations';
import type { ReactNode } from 'react';
import { formatMoneyShort } from '../kernel/format.ts';
import type { Tone } from '../ui/frame/tag.tsx';
import { Picture } from '../ui/media/picture.tsx';
import classes from './ticket-evidence.module.css';

/** The color of a violation's status, shown with its word. */
export const statusTones: Record<Ticket['status'], Tone> = {
  Created: 'amber',
  Paid: 'green',
  Waived: 'gray',
};

const units = { hour: 'an hour', day: 'a day', flat: 'flat' } as const;

/** Names and values, one below the other. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={classes.facts}>{children}</dl>;
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

/** What a violation rests on: times, rule and price. */
export function EvidenceFacts(props: {
  evidence: NonNullable<Ticket['evidence']>;
  /** Formats a time. */
  at: (moment: number | string) => string;
}) {
  const { evidence, at } = props;
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

/** The images of a violation, each with what it shows. */
export function TicketPictures({
  ticket: { image_url, plate, evidence },
}: {
  ticket: Pick<Ticket, 'image_url' | 'plate' | 'evidence'>;
}) {
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
