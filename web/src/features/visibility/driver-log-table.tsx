import type { VisitStatus } from '@lotkeeper/contract/filter-words';
import type { CarTrackingEvent } from '@lotkeeper/contract/visibility';
import { UnstyledButton } from '@mantine/core';
import { formatInstant } from '../../kernel/format.ts';
import type { DataColumn } from '../../ui/data-table.tsx';
import { Hint } from '../../ui/hint.tsx';
import { Picture } from '../../ui/picture.tsx';
import type { Tone } from '../../ui/tag.tsx';
import { Tag } from '../../ui/tag.tsx';
import { countedText, stayOf } from './driver-log.rules.ts';
import classes from './visibility.module.css';

/** A picture of the log as it is opened in full size. */
export interface OpenedPicture {
  url: string;
  alt: string;
}

/** The words for the statuses of a visit. */
export const statusNames: Record<VisitStatus, string> = {
  renter: 'Renter',
  visitor: 'Visitor',
  enforced: 'Enforced',
  'grace period': 'Grace Period',
  violator: 'Violator',
};

const tones: Record<VisitStatus, Tone> = {
  renter: 'green',
  visitor: 'gray',
  enforced: 'amber',
  'grace period': 'white',
  violator: 'red',
};

interface Shown {
  timezone: string;
  /** Whether the cars are shown beside their plates. */
  extended: boolean;
  /** For superusers: opens a picture in full size. */
  onOpen: ((picture: OpenedPicture) => void) | null;
}

function Seen(props: Shown & { visit: CarTrackingEvent; side: 'entrance' | 'exit' }) {
  const { visit, side, timezone, extended, onOpen } = props;
  const at = visit[`${side}_timestamp`];
  if (at === null) return <span className={classes.dimmed}>Not seen</span>;
  const plate = visit[`${side}_license_plate_image`];
  const car = extended ? visit[`${side}_image`] : null;
  const pictures = [
    ...(plate ? [{ url: plate, alt: `Plate ${visit.plate} at its ${side}` }] : []),
    ...(car ? [{ url: car, alt: `Car ${visit.plate} at its ${side}` }] : []),
  ];
  return (
    <span className={classes.seen}>
      <span className={classes.time}>
        {formatInstant(at, timezone)}
        {visit[`${side}_time_of_arrival`] ? (
          <Hint
            about={`the ${side} time of ${visit.plate}`}
            text="The camera sent no time that could be read. This is when its message arrived."
          />
        ) : null}
      </span>
      {pictures.map((picture) =>
        onOpen ? (
          <UnstyledButton
            key={picture.alt}
            aria-label={`${picture.alt}, full size`}
            onClick={() => onOpen(picture)}
          >
            <Picture {...picture} />
          </UnstyledButton>
        ) : (
          <Picture key={picture.alt} {...picture} />
        ),
      )}
    </span>
  );
}

/** The columns of the driver log; how often a plate came in all is told to superusers only. */
export function logColumns(shown: Shown): DataColumn<CarTrackingEvent>[] {
  return [
    {
      key: 'plate',
      header: 'License Plate',
      primary: true,
      render: (visit) => (
        <span className={classes.plate}>
          {visit.plate} <span className={classes.dimmed}>{visit.state}</span>
        </span>
      ),
    },
    {
      key: 'status',
      header: 'Status',
      render: ({ status }) => <Tag tone={tones[status]}>{statusNames[status]}</Tag>,
    },
    {
      key: 'entrance',
      header: 'Entrance',
      render: (visit) => <Seen {...shown} visit={visit} side="entrance" />,
    },
    {
      key: 'exit',
      header: 'Exit',
      render: (visit) => <Seen {...shown} visit={visit} side="exit" />,
    },
    { key: 'stay', header: 'Duration', align: 'right', render: stayOf },
    {
      key: 'rentals',
      header: 'Rentals',
      align: 'right',
      render: ({ rental_count }) => countedText(rental_count),
    },
    ...(shown.onOpen ? [visitsColumn] : []),
  ];
}

const visitsColumn: DataColumn<CarTrackingEvent> = {
  key: 'visits',
  header: 'All-time visits',
  align: 'right',
  render: ({ visit_count }) => (visit_count === undefined ? '–' : countedText(visit_count)),
};
