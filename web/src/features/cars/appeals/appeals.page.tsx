import type { ListedAppeal } from '@lotkeeper/contract/cars/appeals';
import {
  appealReasons,
  appealStates,
  appealsPageSize,
  listAppeals,
} from '@lotkeeper/contract/cars/appeals';
import { adminOnly } from '@lotkeeper/contract/kernel/access';
import { instant, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { appealFilters, assigneeFilters } from '@lotkeeper/contract/people/filter-words';
import { Link } from '@tanstack/react-router';
import { MessageSquareWarning } from 'lucide-react';
import { formatDate, formatMoneyExact } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/queries.ts';
import { useHasRole } from '../../../kernel/session.tsx';
import type { FilterProps } from '../../../kernel/url-state.ts';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { FieldRow } from '../../../ui/data/field-row.tsx';
import { PagedTable } from '../../../ui/data/paged-table.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { SearchSelect } from '../../../ui/form/search-select.tsx';
import { lazyDialog } from '../../../ui/frame/lazy-dialog.tsx';
import { Notice } from '../../../ui/frame/notice.tsx';
import { PageHeader } from '../../../ui/frame/page-header.tsx';
import { Tag } from '../../../ui/frame/tag.tsx';
import { useDialog } from '../../../ui/frame/use-dialog.ts';
import { stateTones } from './appeal-words.ts';
import type { AppealsFilters } from './appeals-search.ts';

const RulesDialog = lazyDialog(() => import('./rules-dialog.tsx'));
const AnswersDialog = lazyDialog(() => import('./answers-dialog.tsx'));

interface AppealsPageProps extends FilterProps<AppealsFilters> {
  organizationId: string;
}

const stateLabels = { open: 'To decide', done: 'Done' } as const;
const assigneeLabels = { anybody: 'Anybody', me: 'Me', nobody: 'Nobody' } as const;
const states = appealFilters.map((value) => ({ value, label: stateLabels[value] }));
const assignees = assigneeFilters.map((value) => ({ value, label: assigneeLabels[value] }));

/** The queue of appeals at all properties, those due first on top. */
export function AppealsPage({ organizationId, filters, onFilter }: AppealsPageProps) {
  const { state = 'open', assignee = 'anybody', page = 1 } = filters;
  const list = useRead(listAppeals, {
    params: { id: organizationId },
    query: { state, assignee, page },
  });
  const mayEdit = useHasRole(Number(organizationId))(adminOnly);
  const { dialog, notice, open, close, done } = useDialog<'answers' | 'rules'>();
  const title = state === 'open' ? 'Appeals to decide' : 'Decided and closed appeals';
  return (
    <>
      <PageHeader
        title="Appeals"
        subtitle="Drivers who say that their violation is wrong"
        actions={
          mayEdit ? (
            <>
              <Button variant="default" onClick={() => open('rules')}>
                Rules by state
              </Button>
              <Button variant="default" onClick={() => open('answers')}>
                Saved answers
              </Button>
            </>
          ) : undefined
        }
      />
      <Notice text={notice} />
      <PagedTable
        title={title}
        caption={title}
        actions={
          <FieldRow label="Listed appeals">
            <SearchSelect
              label="State"
              options={states}
              value={state}
              onChoose={(chosen) => onFilter({ assignee: filters.assignee, state: chosen })}
            />
            <SearchSelect
              label="Assigned to"
              options={assignees}
              value={assignee}
              onChoose={(chosen) => onFilter({ state: filters.state, assignee: chosen })}
            />
          </FieldRow>
        }
        query={list}
        rowKey={({ pk }) => pk}
        columns={listColumns(organizationId, state)}
        skeletonRows={6}
        empty={nothingToDecide}
        filtered={{
          by:
            state === 'open' && assignee === 'anybody'
              ? []
              : [stateLabels[state], assigneeLabels[assignee]],
          onClear: () => onFilter({}),
        }}
        page={page}
        size={appealsPageSize}
        onPage={(next, mode) => onFilter({ ...filters, page: next }, mode)}
      />
      {dialog === 'rules' ? <RulesDialog organizationId={organizationId} onClose={close} /> : null}
      {dialog === 'answers' ? (
        <AnswersDialog
          organizationId={organizationId}
          onSaved={() => done('The answers were saved.')}
          onClose={close}
        />
      ) : null}
    </>
  );
}

const nothingToDecide = {
  icon: MessageSquareWarning,
  title: 'No appeals to decide',
  text: 'When a driver appeals a violation at /appeal, it appears here.',
};

const stateColumn: DataColumn<ListedAppeal> = {
  key: 'state',
  header: 'State',
  render: ({ state }) => <Tag tone={stateTones[state]}>{appealStates[state]}</Tag>,
};

const dueColumn: DataColumn<ListedAppeal> = {
  key: 'due',
  header: 'Due',
  render: ({ due_on, overdue }) => (
    <>
      {formatDate(due_on)} {overdue ? <Tag tone="red">Overdue</Tag> : null}
    </>
  ),
};

const listColumns = (
  organizationId: string,
  state: keyof typeof stateLabels,
): DataColumn<ListedAppeal>[] => [
  {
    key: 'code',
    header: 'Violation',
    primary: true,
    render: ({ pk, code, plate, plate_state }) => (
      <Link
        to="/organization/$organizationId/appeals/$appeal"
        params={{ organizationId, appeal: String(pk) }}
      >
        {`${code}, ${plate} ${plate_state ?? ''}`.trim()}
      </Link>
    ),
  },
  state === 'open' ? dueColumn : stateColumn,
  {
    key: 'reason',
    header: 'Reason',
    isDetail: true,
    render: ({ reason }) => appealReasons[reason],
  },
  { key: 'spot', header: 'Property', isDetail: true, render: ({ spot }) => spot.name },
  {
    key: 'sent',
    header: 'Sent',
    isWideOnly: true,
    render: ({ sent_at, spot }) => formatDate(toLocalDate(instant(sent_at), spot.timezone)),
  },
  {
    key: 'assignee',
    header: 'Assigned to',
    render: ({ assignee }) => assignee?.name ?? 'Nobody',
  },
  {
    key: 'amount',
    header: 'Amount',
    align: 'right',
    render: ({ amount }) => formatMoneyExact(amount),
  },
];
