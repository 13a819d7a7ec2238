import { outcomeLabels } from '@lotkeeper/contract/cars/outcomes';
import type { DeskItem, DeskReading, OtherVisit } from '@lotkeeper/contract/cars/plate-desk';
import { deskReasonTexts } from '@lotkeeper/contract/cars/plate-desk';
import { formatInstantInZone, formatMoney, formatPercent } from '../../../kernel/format.ts';
import { formatPlate } from '../../../shared/plate-text.ts';
import { StoryLink } from '../../../shared/story-link.tsx';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { DataTable } from '../../../ui/data/data-table.tsx';
import { Plate } from '../../../ui/data/plate.tsx';
import { When } from '../../../ui/data/when.tsx';
import { UserText } from '../../../ui/frame/user-text.tsx';
import { Picture } from '../../../ui/media/picture.tsx';
import { describeEnds } from './desk-words.ts';
import classes from './plate-desk.module.css';

interface EndProps {
  name: string;
  at: number | null;
  timezone: string;
  pictures: readonly (string | null)[];
  unseen: string;
  /** A visit that may have this end; null or undefined without one. */
  other?: OtherVisit | null | undefined;
}

/** One end of the visit: when, and its images as large as they fit. */
function End({ name, at, timezone, pictures, unseen, other }: EndProps) {
  const urls = pictures.filter((url) => url !== null);
  const half = at === null ? other : null;
  return (
    <section className={classes.end} aria-label={name}>
      <h3>{name}</h3>
      <p>{at === null ? unseen : formatInstantInZone(at, timezone)}</p>
      {urls.map((url, index) => (
        <Picture key={url} url={url} alt={`${name}, image ${index + 1}`} size="large" />
      ))}
      {half ? (
        <p>
          Maybe <UserText>{formatPlate(half)}</UserText>, {describeEnds(half, timezone)}.
        </p>
      ) : null}
      {half?.image ? (
        <Picture url={half.image} alt={`${name}, ${half.plate}`} size="large" />
      ) : null}
      {at !== null && urls.length === 0 ? <p className="ui-dimmed">No image</p> : null}
    </section>
  );
}

const describeCandidates = ({ candidates }: DeskReading) =>
  candidates.map(({ plate }) => plate).join(', ') || '–';

/** How sure a read is, with what its camera said where that was weighed: '64% (camera: 90%)'. */
function describeSureness({ sureness, confidence }: DeskReading): string {
  if (sureness === null) return '–';
  const percent = formatPercent(sureness, 0);
  const own = confidence === null ? percent : formatPercent(confidence, 0);
  return own === percent ? percent : `${percent} (camera: ${own})`;
}

const listColumns = (timezone: string): DataColumn<DeskReading>[] => [
  {
    key: 'plate',
    header: 'Read as',
    primary: true,
    render: (reading) => <Plate {...reading} />,
  },
  {
    key: 'sure',
    header: 'Sure',
    align: 'right',
    render: describeSureness,
  },
  {
    key: 'candidates',
    header: 'Or',
    isWideOnly: true,
    render: (reading) => <UserText>{describeCandidates(reading)}</UserText>,
  },
  {
    key: 'camera',
    header: 'Camera',
    isDetail: true,
    render: ({ camera, direction }) => (
      <UserText>{[camera, direction].filter(Boolean).join(', ') || '–'}</UserText>
    ),
  },
  {
    key: 'at',
    header: 'When',
    render: ({ captured_at }) => <When at={captured_at} zone={timezone} isZoneNamed />,
  },
];

/** A doubtful visit with its evidence. */
export function DeskItemView({ organizationId, item }: { organizationId: string; item: DeskItem }) {
  const { spot, outcome, uncollected, reasons, readings, suggestion, others } = item;
  const { finding } = suggestion;
  const half =
    finding?.verdict === 'joined' ? others.find(({ visit }) => visit === finding.other) : null;
  return (
    <div className={classes.item}>
      <div className={classes.head}>
        <p className={classes.plate}>
          <StoryLink organization={Number(organizationId)} subject="visit" id={item.visit}>
            <Plate {...item} />
          </StoryLink>
        </p>
        <p>
          <UserText>{spot.name}</UserText>
          {outcome ? `, counts as ${outcomeLabels[outcome].toLowerCase()}` : ''}
          {uncollected > 0 ? `, ${formatMoney(uncollected)} not collected` : ''}
        </p>
        <ul className="ui-list">
          {reasons.map((reason) => (
            <li key={reason}>{deskReasonTexts[reason]}</li>
          ))}
        </ul>
        <p className="ui-dimmed">{suggestion.why}</p>
      </div>
      <div className="ui-columns">
        <End
          name="Entrance"
          at={item.entrance_timestamp}
          timezone={spot.timezone}
          pictures={[item.entrance_license_plate_image, item.entrance_image]}
          unseen="No camera saw it come."
          other={half}
        />
        <End
          name="Exit"
          at={item.exit_timestamp}
          timezone={spot.timezone}
          pictures={[item.exit_license_plate_image, item.exit_image]}
          unseen="No camera saw it leave."
          other={half}
        />
      </div>
      {readings.length > 0 ? (
        <DataTable
          caption="What cameras read"
          rows={readings}
          rowKey={({ pk }) => pk}
          columns={listColumns(spot.timezone)}
        />
      ) : null}
    </div>
  );
}
