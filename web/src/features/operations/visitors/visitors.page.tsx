import { listWaitingVisitors } from '@lotkeeper/contract/operations/kiosks';
import type { Visitor } from '@lotkeeper/contract/operations/visitors';
import {
  foundVisitors,
  listVisitors,
  shortestSearch,
  visitorMessages,
  visitorsPageSize,
} from '@lotkeeper/contract/operations/visitors';
import { UserRoundCheck } from 'lucide-react';
import { formatCount } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/queries.ts';
import type { FilterProps } from '../../../kernel/url-state.ts';
import { LinkButton } from '../../../shared/link-button.tsx';
import { PagedTable } from '../../../ui/data/paged-table.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { Notice } from '../../../ui/frame/notice.tsx';
import { PageHeader } from '../../../ui/frame/page-header.tsx';
import { Tag } from '../../../ui/frame/tag.tsx';
import { useDialog } from '../../../ui/frame/use-dialog.ts';
import { VisitorDialog } from './visitor-dialog.tsx';
import { VisitorFilterBar } from './visitor-filters.tsx';
import type { VisitorFilters } from './visitor-search.ts';
import { visitorColumns } from './visitors-table.tsx';

interface VisitorsPageProps extends FilterProps<VisitorFilters> {
  organizationId: string;
  spot: { pk: number; name: string; timezone: string; address: { state: string } };
}

type OpenDialog = { visitor: Visitor | null };

/** One or two characters don't count as a search. */
const toSearch = ({ searchTerm = '' }: VisitorFilters) =>
  searchTerm.length < shortestSearch ? '' : searchTerm;

/** The cars that park free at a property. */
export function VisitorsPage({ organizationId, spot, filters, onFilter }: VisitorsPageProps) {
  const { expiring, page = 1 } = filters;
  const search = toSearch(filters);
  const visitors = useRead(listVisitors, {
    query: { spot: String(spot.pk), page, expiring: expiring ?? 'false', search },
  });
  const { dialog, notice, open, close, done } = useDialog<OpenDialog>();
  return (
    <>
      <PageHeader
        title="Visitors"
        subtitle={`Cars that park free at ${spot.name} for a limited time`}
        actions={<Actions {...{ organizationId, spot }} onAdd={() => open({ visitor: null })} />}
      />
      <Notice text={notice} />
      <VisitorFilterBar filters={filters} onFilter={onFilter} />
      <PagedTable
        caption="Visitors"
        query={visitors}
        rowKey={({ pk }) => pk}
        columns={visitorColumns(spot.timezone, (visitor) => open({ visitor }))}
        empty={{ icon: UserRoundCheck, title: visitorMessages.empty }}
        page={page}
        size={visitorsPageSize}
        onPage={(next, mode) => onFilter({ ...filters, page: next }, mode)}
      />
      {search && visitors.data?.count === foundVisitors ? (
        <p className="ui-top-wide ui-dimmed">
          These are the first {formatCount(foundVisitors)} found. Type more to narrow the results.
        </p>
      ) : null}
      {dialog ? (
        <VisitorDialog spot={spot} visitor={dialog.visitor} onDone={done} onClose={close} />
      ) : null}
    </>
  );
}

function Actions(props: { organizationId: string; spot: { pk: number }; onAdd: () => void }) {
  const params = { organizationId: props.organizationId, spotId: String(props.spot.pk) };
  const to = '/organization/$organizationId/spots/$spotId/$page';
  const waiting = useRead(listWaitingVisitors, { params: { id: params.spotId } });
  return (
    <>
      <LinkButton
        to="/organization/$organizationId/spots/$spotId/upload-visitors-csv"
        params={params}
      >
        Bulk Visitor Upload
      </LinkButton>
      <LinkButton
        to={to}
        params={{ ...params, page: 'kiosk-generator' }}
        rightSection={
          waiting.data?.count ? (
            <Tag tone="amber">
              {formatCount(waiting.data.count)}
              <span className="ui-hidden"> waiting</span>
            </Tag>
          ) : null
        }
      >
        Validation Requests
      </LinkButton>
      <Button onClick={props.onAdd}>+ Add a Visitor</Button>
    </>
  );
}
