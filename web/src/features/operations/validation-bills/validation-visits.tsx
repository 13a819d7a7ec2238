import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type {
  ValidationMonth,
  ValidationVisit,
} from '@lotkeeper/contract/operations/validation-bills';
import { listValidationVisits } from '@lotkeeper/contract/operations/validation-bills';
import { formatDate, formatMoneyExact } from '../../../kernel/format.ts';
import { useReadPages } from '../../../kernel/queries.ts';
import { StoryLink } from '../../../shared/story-link.tsx';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { DataTable } from '../../../ui/data/data-table.tsx';
import { MoreRows } from '../../../ui/data/more-rows.tsx';
import { Plate } from '../../../ui/data/plate.tsx';
import { TableSkeleton } from '../../../ui/data/skeleton.tsx';
import { When } from '../../../ui/data/when.tsx';
import { UserText } from '../../../ui/frame/user-text.tsx';

interface ValidationVisitsProps {
  spot: { pk: number; organization: number; timezone: string };
  month: LocalDate;
  data: ValidationMonth;
  /** sponsor-12, code-3, or unknown. */
  named: string;
  withMoney: boolean;
}

const coverageWords: Record<ValidationVisit['coverage'], string> = {
  allowance: 'Allowance',
  part: 'Allowance in part',
  billed: 'Billed',
  none: 'Nobody is billed',
};

function describeVisits(listKey: string, { sponsors, codes }: ValidationMonth) {
  const [kind, pk] = [listKey.split('-')[0], Number(listKey.split('-')[1])];
  if (kind === 'unknown') return { title: 'Visits whose code isn’t known', filter: {} };
  if (kind === 'code') {
    const found = codes.find((code) => code.pk === pk);
    return { title: `Visits with ${found?.code ?? 'this code'}`, filter: { code: pk } };
  }
  const found = sponsors.find((sponsor) => sponsor.pk === pk);
  return found ? { title: `Visits of ${found.name}`, filter: { sponsor: pk } } : null;
}

/** The visits behind a bill, in the order that they use the allowance; nothing of a sponsor that isn't in the month. */
export function ValidationVisits(props: ValidationVisitsProps) {
  const visits = describeVisits(props.named, props.data);
  return visits ? <VisitsPanel {...props} {...visits} /> : null;
}

function VisitsPanel(
  props: ValidationVisitsProps & NonNullable<ReturnType<typeof describeVisits>>,
) {
  const { spot, month, withMoney, title, filter } = props;
  const query = { spot: String(spot.pk), month, ...filter };
  const visits = useReadPages(listValidationVisits, { query }, ({ next }) =>
    next === null ? null : { cursor: next },
  );
  return (
    <DataPanel
      title={title}
      flush
      grows
      query={visits}
      skeleton={<TableSkeleton rows={6} columns={5} />}
      isEmpty={(pages) => !pages.some(({ results }) => results.length > 0)}
      empty={{ title: 'No visits', text: 'Nobody used a code of theirs this month.' }}
    >
      {(pages) => (
        <>
          <DataTable
            caption={title}
            rows={pages.flatMap(({ results }) => results)}
            rowKey={({ pk }) => pk}
            columns={withMoney ? [...columnsFor(spot), ...moneyColumns] : columnsFor(spot)}
          />
          {visits.more ? <MoreRows {...visits.more} /> : null}
        </>
      )}
    </DataPanel>
  );
}

const columnsFor = (spot: ValidationVisitsProps['spot']): DataColumn<ValidationVisit>[] => [
  {
    key: 'plate',
    header: 'Plate',
    primary: true,
    render: ({ pk, plate, state }) =>
      plate === null ? (
        'Deleted'
      ) : (
        <StoryLink organization={spot.organization} subject="visit" id={pk}>
          <Plate plate={plate} state={state} />
        </StoryLink>
      ),
  },
  {
    key: 'came',
    header: 'Came',
    render: ({ date, plate, entrance_timestamp }) => {
      if (entrance_timestamp !== null) return <When at={entrance_timestamp} zone={spot.timezone} />;
      return plate === null ? formatDate(date) : 'Not seen';
    },
  },
  {
    key: 'left',
    header: 'Left',
    render: ({ plate, exit_timestamp }) => {
      if (exit_timestamp !== null) return <When at={exit_timestamp} zone={spot.timezone} />;
      return plate === null ? '–' : 'Not seen';
    },
  },
  {
    key: 'code',
    header: 'Code',
    render: ({ code }) => (code === null ? 'Not known' : <UserText>{code}</UserText>),
  },
  {
    key: 'coverage',
    header: 'Counts as',
    render: ({ coverage }) => coverageWords[coverage],
  },
];

const moneyColumns: DataColumn<ValidationVisit>[] = [
  {
    key: 'value',
    header: 'At the price in force',
    align: 'right',
    render: ({ value }) => formatMoneyExact(value ?? 0),
  },
  {
    key: 'billed',
    header: 'Billed',
    align: 'right',
    render: ({ billed }) => (billed === null || billed === 0 ? '–' : formatMoneyExact(billed)),
  },
];
