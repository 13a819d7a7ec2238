import type { CarTrackingEvent } from '@lotkeeper/contract/cars/visibility';
import type { VisitStatus } from '@lotkeeper/contract/people/filter-words';
import { visitStatusNames } from '@lotkeeper/contract/people/filter-words';
import { UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { StoryLink } from '../../../shared/story-link.tsx';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { Plate } from '../../../ui/data/plate.tsx';
import { When } from '../../../ui/data/when.tsx';
import { Hint } from '../../../ui/frame/hint.tsx';
import type { Tone } from '../../../ui/frame/tag.tsx';
import { Tag } from '../../../ui/frame/tag.tsx';
import { Picture } from '../../../ui/media/picture.tsx';
import { countedText, formatStay, isStillHere } from './driver-log.rules.ts';
import classes from './visibility.module.css';

interface VisitImage {
  url: string;
  alt: string;
}

/** Identifies an image in the log; its URL changes while the log is open. */
export interface OpenedImage {
  visitPk: number;
  alt: string;
}

const tones: Record<VisitStatus, Tone> = {
  renter: 'green',
  visitor: 'gray',
  enforced: 'amber',
  'grace period': 'gray',
  violator: 'red',
};

interface LogColumnOptions {
  spot: { organization: number; pk: number; timezone: string };
  /** Milliseconds since 1970; ongoing visits last until then. */
  now: number;
  /** Plates are hidden, so they don't link to pages that would show them. */
  demo: boolean;
  /** Whether car images are shown next to plates. */
  extended: boolean;
  /** For superusers: opens an image in full size. */
  onOpen: ((image: OpenedImage) => void) | null;
}

function listImages(
  visit: CarTrackingEvent,
  side: 'entrance' | 'exit',
  extended: boolean,
): VisitImage[] {
  const plate = visit[`${side}_license_plate_image`];
  const car = extended ? visit[`${side}_image`] : null;
  return [
    ...(plate ? [{ url: plate, alt: `Plate ${visit.plate} at its ${side}` }] : []),
    ...(car ? [{ url: car, alt: `Car ${visit.plate} at its ${side}` }] : []),
  ];
}

/** The opened image with its current URL; null when the visit has left the page. */
export function findImage(
  visits: readonly CarTrackingEvent[],
  { visitPk, alt }: OpenedImage,
): VisitImage | null {
  const visit = visits.find(({ pk }) => pk === visitPk);
  const images = visit
    ? [...listImages(visit, 'entrance', true), ...listImages(visit, 'exit', true)]
    : [];
  return images.find((image) => image.alt === alt) ?? null;
}

function Seen(props: LogColumnOptions & { visit: CarTrackingEvent; side: 'entrance' | 'exit' }) {
  const { visit, side, spot, extended, onOpen } = props;
  const at = visit[`${side}_timestamp`];
  if (at === null) {
    const text = side === 'exit' && isStillHere(visit) ? 'Still here' : 'Not seen';
    return <span className="ui-dimmed">{text}</span>;
  }
  return (
    <span className={classes.seen}>
      <span className="ui-inline">
        <When at={at} zone={spot.timezone} />
        {visit[`${side}_time_of_arrival`] ? (
          <Hint
            subject={`the ${side} time of ${visit.plate}`}
            text="The camera sent no readable time. This is when its message arrived."
          />
        ) : null}
      </span>
      {listImages(visit, side, extended).map(({ url, alt }) =>
        onOpen ? (
          <UnstyledButton
            key={alt}
            aria-label={`${alt}, full size`}
            onClick={() => onOpen({ visitPk: visit.pk, alt })}
          >
            <Picture url={url} alt={alt} />
          </UnstyledButton>
        ) : (
          <Picture key={alt} url={url} alt={alt} />
        ),
      )}
    </span>
  );
}

/** A visit's status, linked to its violation if it has one. */
function Status({ visit, spot }: { visit: CarTrackingEvent; spot: LogColumnOptions['spot'] }) {
  const { status, violation_code: code } = visit;
  const tag = <Tag tone={tones[status]}>{visitStatusNames[status]}</Tag>;
  if (code === null) return tag;
  return (
    <span className={classes.seen}>
      {tag}
      <Link
        to="/organization/$organizationId/spots/$spotId/violations"
        params={{ organizationId: String(spot.organization), spotId: String(spot.pk) }}
        search={{ searchTerm: code }}
        aria-label={`Violation ${code}`}
      >
        {code}
      </Link>
    </span>
  );
}

/** The columns of the driver log; a plate's total number of visits is shown only to superusers. */
export function logColumns(options: LogColumnOptions): DataColumn<CarTrackingEvent>[] {
  return [
    {
      key: 'plate',
      header: 'License Plate',
      primary: true,
      render: (visit) =>
        options.demo ? (
          <Plate {...visit} />
        ) : (
          <StoryLink organization={options.spot.organization} subject="visit" id={visit.pk}>
            <Plate {...visit} />
          </StoryLink>
        ),
    },
    {
      key: 'status',
      header: 'Status',
      render: (visit) => <Status visit={visit} spot={options.spot} />,
    },
    {
      key: 'entrance',
      header: 'Entrance',
      render: (visit) => <Seen {...options} visit={visit} side="entrance" />,
    },
    {
      key: 'exit',
      header: 'Exit',
      render: (visit) => <Seen {...options} visit={visit} side="exit" />,
    },
    {
      key: 'stay',
      header: 'Duration',
      align: 'right',
      render: (visit) => formatStay(visit, options.now),
    },
    {
      key: 'rentals',
      header: 'Rentals',
      align: 'right',
      render: ({ rental_count }) => countedText(rental_count),
    },
    ...(options.onOpen ? [visitsColumn] : []),
  ];
}

const visitsColumn: DataColumn<CarTrackingEvent> = {
  key: 'visits',
  header: 'All-time visits',
  align: 'right',
  render: ({ visit_count }) => (visit_count === undefined ? '–' : countedText(visit_count)),
};
