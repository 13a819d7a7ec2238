import { instant, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { AnswerOf } from '@lotkeeper/contract/kernel/endpoint';
import type { getRemittances } from '@lotkeeper/contract/money/remittances';
import { aggregatorNames } from '@lotkeeper/contract/people/aggregator-rentals';
import { formatCount, formatDate, formatDayRange } from '../../../kernel/format.ts';
import { DataTable } from '../../../ui/data/data-table.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import { UserText } from '../../../ui/frame/user-text.tsx';

type File = AnswerOf<typeof getRemittances>['files'][number];

/** The remittance files with bookings of the month. */
export function FilesPanel({ files }: { files: readonly File[] }) {
  if (files.length === 0) return null;
  return (
    <Panel flush title="Remittance files">
      <DataTable
        caption="Remittance files"
        rows={files}
        rowKey={({ pk }) => pk}
        columns={[
          {
            key: 'days',
            header: 'Bookings that start',
            primary: true,
            render: ({ source, first_date, last_date }) =>
              `${aggregatorNames[source]}, ${formatDayRange(first_date, last_date)}`,
          },
          {
            key: 'lines',
            header: 'Bookings',
            align: 'right',
            render: ({ lines }) => formatCount(lines),
          },
          {
            key: 'added',
            header: 'New',
            align: 'right',
            render: ({ added }) => formatCount(added),
          },
          {
            key: 'by',
            header: 'Added',
            render: ({ imported_at, person }) => (
              <>
                {formatDate(toLocalDate(instant(imported_at), 'UTC'))} by{' '}
                <UserText>{person}</UserText>
              </>
            ),
          },
        ]}
      />
    </Panel>
  );
}
