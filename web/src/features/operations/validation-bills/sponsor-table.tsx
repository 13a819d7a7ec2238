import type {
  SponsorMonth,
  ValidationMonth,
} from '@lotkeeper/contract/operations/validation-bills';
import { sponsorKindLabels } from '@lotkeeper/contract/operations/validation-bills';
import { formatCount, formatMoneyExact } from '../../../kernel/format.ts';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { DataTable } from '../../../ui/data/data-table.tsx';
import { actionsColumn, RowButton } from '../../../ui/data/row-actions.tsx';
import { Tag } from '../../../ui/frame/tag.tsx';
import { UserText } from '../../../ui/frame/user-text.tsx';
import { countVisits, describeDrift, describeEnd, describeTerms } from './bill-words.ts';
import classes from './validation-bills.module.css';
import { VisitsLink } from './visits-link.tsx';

interface SponsorTableProps {
  data: ValidationMonth;
  spot: { pk: number; organization: number };
  withMoney: boolean;
  onEdit: (sponsor: SponsorMonth) => void;
  onPdf: (sponsor: SponsorMonth) => void;
  onCsv: (sponsor: SponsorMonth) => void;
}

/** Sponsors of a month: what they may use, what they used, and their bill. */
export function SponsorTable(props: SponsorTableProps) {
  const { data, withMoney, onEdit, onPdf, onCsv } = props;
  return (
    <DataTable
      caption="Sponsors"
      rows={data.sponsors}
      rowKey={({ pk }) => pk}
      columns={[
        ...usageColumns(props),
        ...(withMoney ? moneyColumns(data) : []),
        ...(withMoney
          ? [
              actionsColumn<SponsorMonth>((sponsor) => (
                <>
                  <RowButton action="Edit" subject={sponsor.name} onClick={() => onEdit(sponsor)} />
                  <RowButton action="PDF" subject={sponsor.name} onClick={() => onPdf(sponsor)} />
                  <RowButton action="CSV" subject={sponsor.name} onClick={() => onCsv(sponsor)} />
                </>
              )),
            ]
          : []),
      ]}
    />
  );
}

const describeCodes = ({ kind, codes }: SponsorMonth) =>
  [sponsorKindLabels[kind], codes.map(({ code }) => code).join(', ') || 'no codes'].join(' · ');

const usageColumns = ({ data, spot, withMoney }: SponsorTableProps): DataColumn<SponsorMonth>[] => [
  {
    key: 'sponsor',
    header: 'Sponsor',
    primary: true,
    ...(withMoney ? { footer: 'All sponsors' } : {}),
    render: (sponsor) => (
      <>
        <VisitsLink spot={spot} month={data.month} visits={`sponsor-${sponsor.pk}`}>
          <UserText>{sponsor.name}</UserText>
        </VisitsLink>
        <UserText className="ui-detail">{describeCodes(sponsor)}</UserText>
      </>
    ),
  },
  { key: 'terms', header: 'Allowance', render: describeTerms },
  {
    key: 'used',
    header: 'Used',
    align: 'right',
    render: ({ visits, value }) => (
      <>
        {countVisits(visits)}
        {value === null ? null : <span className="ui-detail">{formatMoneyExact(value)}</span>}
      </>
    ),
  },
  {
    key: 'drift',
    header: data.is_over ? 'Of the allowance' : 'So far',
    render: (sponsor) => <Drift sponsor={sponsor} data={data} />,
  },
];

const moneyColumns = (data: ValidationMonth): DataColumn<SponsorMonth>[] => [
  {
    key: 'overage',
    header: 'Beyond it',
    align: 'right',
    render: ({ overage_visits }) => formatCount(overage_visits),
  },
  {
    key: 'bill',
    header: data.is_over ? 'Bill' : 'Bill so far',
    align: 'right',
    render: ({ bill }) => formatMoneyExact(bill ?? 0),
    footer: formatMoneyExact(data.bill ?? 0),
  },
];

/** How much of the allowance is used, with a warning before it runs out. */
function Drift({ sponsor, data }: { sponsor: SponsorMonth; data: ValidationMonth }) {
  const share = describeDrift(sponsor, data);
  if (share === null) return <>No allowance</>;
  const end = describeEnd(sponsor);
  const tone = sponsor.used_up === null ? 'gray' : sponsor.used_up.is_projected ? 'amber' : 'red';
  return (
    <span className={classes.drift}>
      <span>{share}</span>
      <progress
        className={classes.bar}
        data-tone={tone}
        aria-label={`${sponsor.name}: ${share}`}
        value={Math.min(sponsor.used_share ?? 0, 10_000)}
        max={10_000}
      />
      {end === null ? null : <Tag tone={tone}>{end}</Tag>}
    </span>
  );
}
