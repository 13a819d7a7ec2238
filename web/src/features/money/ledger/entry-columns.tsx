import { getSourceName } from '@lotkeeper/contract/money/custom-reports';
import type { FigureEntry, FigureMeasure } from '@lotkeeper/contract/money/figures';
import { figureMeasures } from '@lotkeeper/contract/money/figures';
import type { ReactNode } from 'react';
import { formatInstantInZone, formatMoneyExact } from '../../../kernel/format.ts';
import { entryKindNames, rentalTypeNames } from '../../../shared/entry-names.ts';
import { StoryLink } from '../../../shared/story-link.tsx';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { Plate } from '../../../ui/data/plate.tsx';
import { When } from '../../../ui/data/when.tsx';
import { UserText } from '../../../ui/frame/user-text.tsx';
import classes from './ledger.module.css';
import { formatFigure } from './ledger.rules.ts';

type Parts = NonNullable<FigureEntry['parts']>;

const partColumns: readonly { part: keyof Parts; header: string; measure: FigureMeasure }[] = [
  { part: 'gross', header: 'Gross', measure: 'gross' },
  { part: 'refund', header: 'Refund', measure: 'refunds' },
  { part: 'tax', header: 'Tax', measure: 'tax' },
  { part: 'processing_fee', header: 'Fee', measure: 'processing_fee' },
  { part: 'commission', header: 'Commission', measure: 'commission' },
  { part: 'net', header: 'Net', measure: 'net' },
];

/** When an entry happened, in the property's time zone. */
function EntryTime({ entry, withZone }: { entry: FigureEntry; withZone: boolean }) {
  const at = Math.floor(entry.occurred_at / 1000);
  const zone = entry.spot?.timezone ?? 'UTC';
  return (
    <span className={classes.time} title={formatInstantInZone(at, zone)}>
      {/* Newest first, times of several zones would look unsorted without their zone. */}
      <When at={at} zone={zone} isZoneNamed={withZone} />
    </span>
  );
}

/** The name of an entry's rental or violation, linked to its story. */
function EntryStory(props: { entry: FigureEntry; organization: number; children: ReactNode }) {
  const { entry, ...link } = props;
  const { rental, violation } = entry;
  if (rental) return <StoryLink {...link} subject="rental" id={rental.uuid} />;
  return violation ? (
    <StoryLink {...link} subject="violation" id={violation.uuid} />
  ) : (
    props.children
  );
}

/** What an entry is, in one line that is cut: its kind, rental type, property, source, and the reference there. */
function EntryName(props: { entry: FigureEntry; organization: number; withSpot: boolean }) {
  const { entry, organization } = props;
  const type = entry.rental_type ? rentalTypeNames[entry.rental_type] : null;
  const name = [entryKindNames[entry.kind], type].filter(Boolean).join(' · ');
  const spot = props.withSpot ? entry.spot?.name : undefined;
  const from = `${getSourceName(entry.source)} ${entry.external_id}`;
  return (
    <span className={classes.entry} title={[name, spot, from].filter(Boolean).join(' · ')}>
      <EntryStory {...{ entry, organization }}>{name}</EntryStory>
      <span className={classes.detail}>
        {entry.plate ? <UserText className={classes.plateBelow}>{entry.plate}</UserText> : null}
        {spot ? <UserText className={classes.spot}>{spot}</UserText> : null}
        <UserText>{from}</UserText>
      </span>
    </span>
  );
}

interface ColumnChoice {
  organization: number;
  measure: FigureMeasure;
  /** Whether entries of several properties are listed. */
  withSpots: boolean;
  withPlates: boolean;
  withRunningTotal: boolean;
}

type Column = DataColumn<FigureEntry>;
const right = 'right' as const;

/** The parts of an entry's amount; the measured one is highlighted, and is the only one on a phone. */
const listPartColumns = (measure: FigureMeasure): Column[] =>
  partColumns.map(({ part, header, measure: own }) => ({
    key: part,
    header,
    align: right,
    isWideOnly: own !== measure,
    render: (entry) => {
      const amount = entry.parts?.[part] ?? 0;
      const text = amount === 0 ? '–' : formatMoneyExact(amount);
      return own === measure ? <strong>{text}</strong> : text;
    },
  }));

/** The columns of a query; the measure has its own column unless a part of the entry is the same. */
export function listColumns(choice: ColumnChoice): Column[] {
  const { organization, measure, withSpots, withPlates, withRunningTotal } = choice;
  const isPart = partColumns.some((column) => column.measure === measure);
  const measured: Column = {
    key: 'amount',
    header: figureMeasures[measure].label,
    align: right,
    render: ({ amount }) => <strong>{formatFigure(measure, amount)}</strong>,
  };
  const running: Column = {
    key: 'running_total',
    header: 'Running total',
    align: right,
    render: ({ running_total }) => formatFigure(measure, running_total),
  };
  const plate: Column = {
    key: 'plate',
    header: 'Plate',
    isWideOnly: true,
    render: (entry) =>
      entry.plate ? (
        <EntryStory {...{ entry, organization }}>
          <Plate plate={entry.plate} />
        </EntryStory>
      ) : (
        '–'
      ),
  };
  return [
    {
      key: 'time',
      header: 'Time',
      primary: true,
      render: (entry) => <EntryTime entry={entry} withZone={withSpots} />,
    },
    {
      key: 'entry',
      header: 'Entry',
      render: (entry) => <EntryName {...{ entry, organization }} withSpot={withSpots} />,
    },
    ...(measure === 'paid_out' || !withPlates ? [] : [plate]),
    ...(measure === 'paid_out' ? [] : listPartColumns(measure)),
    ...(isPart ? [] : [measured]),
    ...(withRunningTotal ? [running] : []),
  ];
}
