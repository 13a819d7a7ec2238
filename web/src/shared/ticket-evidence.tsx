import type { Ticket } from '@lotkeeper/contract/cars/violations';
import type { ReactNode } from 'react';
import { useTexts } from '../kernel/language.ts';
import { useFormats } from '../kernel/language-formats.ts';
import type { Tone } from '../ui/frame/tag.tsx';
import { Picture } from '../ui/media/picture.tsx';
import classes from './ticket-evidence.module.css';

/** The color of a violation's status, shown with its word. */
export const statusTones: Record<Ticket['status'], Tone> = {
  Created: 'amber',
  Paid: 'green',
  Waived: 'gray',
};

export const evidenceTexts = {
  entrance: 'Entrance',
  exit: 'Exit',
  notSeen: 'Not seen',
  unpaidFrom: 'Unpaid from',
  grace: 'Grace period',
  minutes: (minutes: number) => `${minutes} minutes`,
  rule: 'Rule',
  /** A rule comes as words. */
  describeRule: (rule: string) => `${rule.charAt(0).toUpperCase()}${rule.slice(1)}`,
  price: 'Price in force',
  noPrice: 'None',
  prices: {
    hour: (price: string) => `${price} an hour`,
    day: (price: string) => `${price} a day`,
    flat: (price: string) => `${price} flat`,
  },
  noImages: 'There are no images of this violation.',
  imagesOf: (plate: string) => `Images of ${plate}`,
  imageOf: (label: string, plate: string) => `${label} of ${plate}`,
  labels: {
    Entrance: 'Entrance',
    'Entrance plate': 'Entrance plate',
    Exit: 'Exit',
    'Exit plate': 'Exit plate',
    Plate: 'Plate',
  },
};

/** Names and values, one below the other. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="ui-facts">{children}</dl>;
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
  const texts = useTexts(evidenceTexts);
  const { formatPrice } = useFormats();
  const { entrance_at, exit_at, price } = evidence;
  return (
    <>
      <Fact name={texts.entrance}>{entrance_at ? at(entrance_at) : texts.notSeen}</Fact>
      <Fact name={texts.exit}>{exit_at ? at(exit_at) : texts.notSeen}</Fact>
      <Fact name={texts.unpaidFrom}>{at(evidence.unpaid_from)}</Fact>
      <Fact name={texts.grace}>{texts.minutes(evidence.grace_minutes)}</Fact>
      <Fact name={texts.rule}>{texts.describeRule(evidence.rule)}</Fact>
      <Fact name={texts.price}>
        {price ? texts.prices[price.unit](formatPrice(price.price)) : texts.noPrice}
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
  const texts = useTexts(evidenceTexts);
  const visiblePictures = evidence?.pictures.length
    ? evidence.pictures
    : [image_url].flatMap((url) => (url ? [{ label: 'Plate' as const, url }] : []));
  if (visiblePictures.length === 0) {
    return <p className="ui-note">{texts.noImages}</p>;
  }
  return (
    <ul className={classes.pictures} aria-label={texts.imagesOf(plate)}>
      {visiblePictures.map(({ label, url }) => (
        <li key={label}>
          <Picture url={url} alt={texts.imageOf(texts.labels[label], plate)} size="large" />
          <span className="ui-note">{texts.labels[label]}</span>
        </li>
      ))}
    </ul>
  );
}
