import { instant, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { AuditorLink } from '@lotkeeper/contract/money/auditor-links';
import { listAuditorLinks, revokeAuditorLink } from '@lotkeeper/contract/money/auditor-links';
import { allProperties } from '@lotkeeper/contract/money/statement-groups';
import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import { UserCheck } from 'lucide-react';
import { useState } from 'react';
import { now } from '../../../kernel/clock.ts';
import { formatCount, formatDate, formatMonth } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/queries.ts';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { DataTable } from '../../../ui/data/data-table.tsx';
import { actionsColumn, RowButton } from '../../../ui/data/row-actions.tsx';
import { TableSkeleton } from '../../../ui/data/skeleton.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { ConfirmSend } from '../../../ui/frame/confirm-dialog.tsx';
import { lazyDialog } from '../../../ui/frame/lazy-dialog.tsx';
import { Tag } from '../../../ui/frame/tag.tsx';
import { UserText } from '../../../ui/frame/user-text.tsx';

const LinkDialog = lazyDialog(async () => ({
  default: (await import('./link-dialog.tsx')).LinkDialog,
}));
const ViewsDialog = lazyDialog(async () => ({
  default: (await import('./views-dialog.tsx')).ViewsDialog,
}));

interface LinksPanelProps {
  organizationId: string;
  spots: readonly SpotSummary[];
}

type OpenDialog = 'create' | { views: AuditorLink } | { revoked: AuditorLink } | null;

/** The links that were given to auditors. */
export function LinksPanel({ organizationId, spots }: LinksPanelProps) {
  const links = useRead(listAuditorLinks, { params: { orgId: organizationId } });
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const close = () => setDialog(null);
  const create = (
    <Button variant="default" onClick={() => setDialog('create')}>
      New auditor link
    </Button>
  );
  return (
    <>
      <DataPanel
        title="Auditor links"
        actions={links.data?.length ? create : undefined}
        flush
        query={links}
        skeleton={<TableSkeleton rows={2} columns={4} />}
        isEmpty={(data) => data.length === 0}
        empty={{
          icon: UserCheck,
          title: 'No links yet',
          text: 'With a link, an outside accountant reads the months and properties that you choose: this page, the ledger and the packets. It expires, you see what was opened, and you can revoke it.',
          action: create,
        }}
      >
        {(data) => (
          <DataTable
            caption="Auditor links"
            rows={data}
            rowKey={({ pk }) => pk}
            columns={[
              ...columns,
              actionsColumn<AuditorLink>((link) => (
                <>
                  <RowButton
                    action="Opened"
                    subject={link.auditor}
                    onClick={() => setDialog({ views: link })}
                  />
                  {isInUse(link) ? (
                    <RowButton
                      action="Revoke"
                      subject={link.auditor}
                      onClick={() => setDialog({ revoked: link })}
                    />
                  ) : null}
                </>
              )),
            ]}
          />
        )}
      </DataPanel>
      {dialog === 'create' ? (
        <LinkDialog organizationId={organizationId} spots={spots} onClose={close} />
      ) : null}
      {dialog !== null && typeof dialog === 'object' && 'views' in dialog ? (
        <ViewsDialog organizationId={organizationId} link={dialog.views} onClose={close} />
      ) : null}
      {dialog !== null && typeof dialog === 'object' && 'revoked' in dialog ? (
        <ConfirmSend
          endpoint={revokeAuditorLink}
          input={{ params: { orgId: organizationId, link: String(dialog.revoked.pk) } }}
          changes={[listAuditorLinks]}
          question="Revoke this link?"
          confirm="Revoke"
          onClose={close}
        >
          <UserText>{dialog.revoked.auditor}</UserText> can’t open anything with it from now on.
        </ConfirmSend>
      ) : null}
    </>
  );
}

const isInUse = ({ revoked_at, expires_at }: AuditorLink) =>
  revoked_at === null && expires_at > now();

const formatDay = (at: number) => formatDate(toLocalDate(instant(at), 'UTC'));

/** Jan 2026 – Jun 2026 */
function describeMonths({ first_month, last_month }: AuditorLink): string {
  const [first, last] = [first_month, last_month].map((month) => formatMonth(month.slice(0, 7)));
  return first === last ? `${first}` : `${first} – ${last}`;
}

function LinkState({ link }: { link: AuditorLink }) {
  if (link.revoked_at !== null) return <Tag tone="gray">Revoked</Tag>;
  return isInUse(link) ? `Expires ${formatDay(link.expires_at)}` : <Tag tone="gray">Expired</Tag>;
}

const columns: DataColumn<AuditorLink>[] = [
  {
    key: 'auditor',
    header: 'Auditor',
    primary: true,
    render: ({ auditor }) => <UserText>{auditor}</UserText>,
  },
  { key: 'months', header: 'Months', isDetail: true, render: describeMonths },
  {
    key: 'spots',
    header: 'Properties',
    isWideOnly: true,
    render: ({ only_spots }) =>
      only_spots === null ? (
        allProperties
      ) : (
        <UserText>{only_spots.map(({ name }) => name).join(', ')}</UserText>
      ),
  },
  { key: 'state', header: 'State', render: (link) => <LinkState link={link} /> },
  {
    key: 'views',
    header: 'Times opened',
    align: 'right',
    isWideOnly: true,
    render: ({ views }) => formatCount(views),
  },
];
