import type {
  AuditorLink,
  AuditorView,
  AuditorViewKind,
} from '@lotkeeper/contract/money/auditor-links';
import { listAuditorViews, maxAuditorViews } from '@lotkeeper/contract/money/auditor-links';
import { allProperties } from '@lotkeeper/contract/money/statement-groups';
import { formatInstantInZone, formatMonth } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/queries.ts';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { DataTable } from '../../../ui/data/data-table.tsx';
import { TableSkeleton } from '../../../ui/data/skeleton.tsx';
import { Dialog } from '../../../ui/frame/dialog.tsx';
import { UserText } from '../../../ui/frame/user-text.tsx';

const kinds: Record<AuditorViewKind, string> = {
  link: 'The link',
  month: 'Close',
  entries: 'Ledger',
  packet: 'Packet',
};

const columns: DataColumn<AuditorView>[] = [
  {
    key: 'when',
    header: 'When',
    primary: true,
    render: ({ viewed_at }) => formatInstantInZone(Math.floor(viewed_at / 1000), 'UTC'),
  },
  { key: 'what', header: 'What', isDetail: true, render: (view) => kinds[view.opened] },
  {
    key: 'month',
    header: 'Month',
    isDetail: true,
    render: ({ month }) => (month === null ? '–' : formatMonth(month.slice(0, 7))),
  },
  {
    key: 'spot',
    header: 'Property',
    render: ({ opened: kind, property }) => {
      if (property !== null) return <UserText>{property.name}</UserText>;
      return kind === 'link' ? '–' : allProperties;
    },
  },
];

interface ViewsDialogProps {
  organizationId: string;
  link: AuditorLink;
  onClose: () => void;
}

/** What was opened with a link. */
export function ViewsDialog({ organizationId, link, onClose }: ViewsDialogProps) {
  const views = useRead(listAuditorViews, {
    params: { orgId: organizationId, link: String(link.pk) },
  });
  return (
    <Dialog title={`Opened by ${link.auditor}`} size="table" onClose={onClose}>
      <DataPanel
        query={views}
        flush
        skeleton={<TableSkeleton rows={3} columns={4} />}
        isEmpty={(rows) => rows.length === 0}
        empty={{ title: 'Nothing yet', text: 'Nobody has opened anything with this link.' }}
      >
        {(rows) => (
          <>
            <DataTable
              caption="Opened"
              rows={rows}
              rowKey={(view) =>
                `${view.viewed_at} ${view.opened} ${view.month ?? ''} ${view.property?.pk ?? ''}`
              }
              columns={columns}
            />
            {rows.length === maxAuditorViews ? (
              <p className="ui-dimmed">The newest {maxAuditorViews} are listed.</p>
            ) : null}
          </>
        )}
      </DataPanel>
    </Dialog>
  );
}
