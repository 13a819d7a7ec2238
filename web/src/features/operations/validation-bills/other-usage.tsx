import type { LoneUsage, ValidationMonth } from '@lotkeeper/contract/operations/validation-bills';
import { formatCount, formatMoneyExact } from '../../../kernel/format.ts';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { DataTable } from '../../../ui/data/data-table.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import { UserText } from '../../../ui/frame/user-text.tsx';
import { VisitsLink } from './visits-link.tsx';

interface OtherUsageProps {
  data: ValidationMonth;
  spot: { pk: number; organization: number };
  withMoney: boolean;
}

const nameVisits = ({ code }: LoneUsage) => (code ? `code-${code.pk}` : 'unknown');

/** What codes without a sponsor were used for, so that all validated visits are on the page. */
export function OtherUsage({ data, spot, withMoney }: OtherUsageProps) {
  const columns: DataColumn<LoneUsage>[] = [
    {
      key: 'code',
      header: 'Code',
      primary: true,
      render: (usage) => (
        <>
          <VisitsLink spot={spot} month={data.month} visits={nameVisits(usage)}>
            {usage.code ? <UserText>{usage.code.code}</UserText> : 'Not known'}
          </VisitsLink>
          {usage.code?.name ? <UserText className="ui-detail">{usage.code.name}</UserText> : null}
        </>
      ),
    },
    {
      key: 'visits',
      header: 'Visits',
      align: 'right',
      render: ({ visits }) => formatCount(visits),
    },
  ];
  const value: DataColumn<LoneUsage> = {
    key: 'value',
    header: 'At the price in force',
    align: 'right',
    render: (usage) => formatMoneyExact(usage.value ?? 0),
  };
  return (
    <Panel title="Nobody is billed" flush>
      <DataTable
        caption="Codes without a sponsor"
        rows={data.others}
        rowKey={nameVisits}
        columns={withMoney ? [...columns, value] : columns}
      />
    </Panel>
  );
}
