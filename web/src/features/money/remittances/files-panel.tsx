import { instant, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { AnswerOf } from '@lotkeeper/contract/kernel/endpoint';
import { getMonthClose } from '@lotkeeper/contract/money/close';
import {
  getRemittances,
  listSiteBookings,
  removeRemittance,
} from '@lotkeeper/contract/money/remittances';
import { aggregatorNames } from '@lotkeeper/contract/people/aggregator-rentals';
import { useState } from 'react';
import { formatCount, formatDate, formatDayRange } from '../../../kernel/format.ts';
import { useIsAdmin } from '../../../shared/admin-only.tsx';
import { DataTable } from '../../../ui/data/data-table.tsx';
import { actionsColumn, RowButton } from '../../../ui/data/row-actions.tsx';
import { ConfirmSend } from '../../../ui/frame/confirm-dialog.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import { UserText } from '../../../ui/frame/user-text.tsx';

type File = AnswerOf<typeof getRemittances>['files'][number];

const nameFile = ({ source, first_date, last_date }: File) =>
  `${aggregatorNames[source]}, ${formatDayRange(first_date, last_date)}`;

/** The remittance files with bookings of the month. */
export function FilesPanel(props: { organizationId: string; files: readonly File[] }) {
  const { organizationId, files } = props;
  const [removing, setRemoving] = useState<File | null>(null);
  const isAdmin = useIsAdmin(organizationId);
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
            render: nameFile,
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
          ...(isAdmin
            ? [
                actionsColumn((file: File) => (
                  <RowButton
                    action="Remove"
                    subject={nameFile(file)}
                    onClick={() => setRemoving(file)}
                  />
                )),
              ]
            : []),
        ]}
      />
      {removing ? (
        <ConfirmSend
          question={`Remove the file of ${nameFile(removing)}?`}
          confirm="Remove file"
          endpoint={removeRemittance}
          input={{ params: { orgId: organizationId, file: String(removing.pk) } }}
          changes={[getRemittances, listSiteBookings, getMonthClose]}
          onClose={() => setRemoving(null)}
        >
          Its {formatCount(removing.lines)} bookings go too, except those that another file has.
          Months that are closed stay as they were closed.
        </ConfirmSend>
      ) : null}
    </Panel>
  );
}
