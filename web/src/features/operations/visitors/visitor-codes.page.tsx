import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { VisitorCode } from '@lotkeeper/contract/operations/visitor-codes';
import {
  codeMessages,
  isUsable,
  listVisitorCodes,
} from '@lotkeeper/contract/operations/visitor-codes';
import { TicketCheck } from 'lucide-react';
import { now } from '../../../kernel/clock.ts';
import { formatDate } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/queries.ts';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { actionsColumn, RowButton } from '../../../ui/data/row-actions.tsx';
import { TablePanel } from '../../../ui/data/table-panel.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { CopyCell } from '../../../ui/form/copy-text.tsx';
import { lazyDialog } from '../../../ui/frame/lazy-dialog.tsx';
import { Notice } from '../../../ui/frame/notice.tsx';
import { PageHeader } from '../../../ui/frame/page-header.tsx';
import { useDialog } from '../../../ui/frame/use-dialog.ts';
import { UserText } from '../../../ui/frame/user-text.tsx';
import { validityText } from './validity.ts';

const CodeDialog = lazyDialog(async () => ({
  default: (await import('./code-dialogs.tsx')).CodeDialog,
}));
const RefreshDialog = lazyDialog(async () => ({
  default: (await import('./code-dialogs.tsx')).RefreshDialog,
}));

type OpenDialog = { kind: 'code'; code: VisitorCode | null } | { kind: 'refresh' };

/** The codes that give a property's visitors free parking. */
export function VisitorCodesPage({
  spot,
}: {
  spot: { pk: number; name: string; timezone: string; organization: number };
}) {
  const today = toLocalDate(now(), spot.timezone);
  const codes = useRead(listVisitorCodes, { query: { spot: String(spot.pk) } });
  const { dialog, notice, open, close, done } = useDialog<OpenDialog>();
  return (
    <>
      <PageHeader
        title="Validation Codes"
        subtitle={`Visitors added with one of these park free at ${spot.name}`}
        actions={
          <>
            <Button variant="default" onClick={() => open({ kind: 'refresh' })}>
              Refresh Temporary Codes
            </Button>
            <Button onClick={() => open({ kind: 'code', code: null })}>
              + Add Validation Code
            </Button>
          </>
        }
      />
      <Notice text={notice} />
      <TablePanel
        query={codes}
        skeletonRows={5}
        caption="Validation codes"
        rowKey={({ pk }) => pk}
        columns={codeColumns(today, (code) => open({ kind: 'code', code }))}
        empty={{ icon: TicketCheck, title: codeMessages.empty }}
      />
      {dialog?.kind === 'code' ? (
        <CodeDialog
          spot={spot.pk}
          today={today}
          code={dialog.code}
          events={codes.data?.events ?? []}
          onDone={done}
          onClose={close}
        />
      ) : null}
      {dialog?.kind === 'refresh' ? (
        <RefreshDialog spot={spot.pk} onDone={done} onClose={close} />
      ) : null}
    </>
  );
}

const codeColumns = (
  today: LocalDate,
  onEdit: (code: VisitorCode) => void,
): DataColumn<VisitorCode>[] => [
  {
    key: 'code',
    header: 'Code',
    primary: true,
    render: ({ code }) => <CopyCell text={code} copied={codeMessages.copied} />,
  },
  {
    key: 'name',
    header: 'Description',
    render: ({ name }) => (name ? <UserText>{name}</UserText> : '–'),
  },
  {
    key: 'validity',
    header: 'Validity',
    render: (code) => <UserText>{validityText(code)}</UserText>,
  },
  {
    key: 'expiration',
    header: 'Expiration',
    render: (code) => {
      if (code.expiration_date === null) return '–';
      const day = formatDate(code.expiration_date);
      return isUsable(code, today) ? day : `${day} (expired)`;
    },
  },
  actionsColumn((code) => (
    <RowButton action="Edit" subject={code.code} onClick={() => onEdit(code)} />
  )),
];
