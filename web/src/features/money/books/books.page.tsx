import type { BookExport } from '@lotkeeper/contract/money/books';
import {
  bookExportsPerPage,
  bookFormats,
  downloadBookExport,
  listBookExports,
} from '@lotkeeper/contract/money/books';
import { BookCheck } from 'lucide-react';
import { useState } from 'react';
import { formatCount } from '../../../kernel/format.ts';
import { useDownload, useRead } from '../../../kernel/queries.ts';
import type { FilterProps } from '../../../kernel/url-state.ts';
import { useIsAdmin } from '../../../shared/admin-only.tsx';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { PagedTable } from '../../../ui/data/paged-table.tsx';
import { actionsColumn, RowButton } from '../../../ui/data/row-actions.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { lazyDialog } from '../../../ui/frame/lazy-dialog.tsx';
import { PageHeader } from '../../../ui/frame/page-header.tsx';
import { Tag } from '../../../ui/frame/tag.tsx';
import classes from './books.module.css';
import type { BooksFilters } from './books-search.ts';
import { CorrectionsDialog } from './corrections-dialog.tsx';
import { describeExport, describeHistory, formatExportDay } from './export-names.ts';

const ExportDialog = lazyDialog(async () => ({
  default: (await import('./export-dialog.tsx')).ExportDialog,
}));
const AccountsDialog = lazyDialog(async () => ({
  default: (await import('./accounts-dialog.tsx')).AccountsDialog,
}));

type OpenDialog = 'export' | 'accounts' | { corrected: BookExport } | null;

interface BooksPageProps extends FilterProps<BooksFilters> {
  organizationId: string;
}

/** The journals that were exported for an accounting program, and new ones. */
export function BooksPage({ organizationId, filters, onFilter }: BooksPageProps) {
  const { page = 1 } = filters;
  const exports = useRead(listBookExports, { params: { id: organizationId }, query: { page } });
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const file = useDownload(downloadBookExport);
  const close = () => setDialog(null);
  const isAdmin = useIsAdmin(organizationId);
  const create = isAdmin ? (
    <Button onClick={() => setDialog('export')}>Export journals</Button>
  ) : null;
  return (
    <>
      <PageHeader
        title="Books"
        subtitle="Journals of your months, for QuickBooks, Xero, NetSuite and others"
        actions={
          isAdmin ? (
            <>
              <Button variant="default" onClick={() => setDialog('accounts')}>
                Accounts
              </Button>
              {exports.data?.count ? create : null}
            </>
          ) : null
        }
      />
      <FormFailure error={file.error} />
      <PagedTable
        caption="Exports"
        title="Exports"
        query={exports}
        rowKey={(exported) => exported.pk}
        columns={[
          ...columns,
          actionsColumn<BookExport>((exported) => (
            <ExportActions
              exported={exported}
              onDownload={(part) =>
                file.mutate({
                  query: {
                    organization: organizationId,
                    export: exported.pk,
                    file: part,
                  },
                })
              }
              onCorrect={isAdmin ? () => setDialog({ corrected: exported }) : null}
            />
          )),
        ]}
        skeletonRows={5}
        empty={{
          icon: BookCheck,
          title: 'Your exports will be listed here',
          text: isAdmin
            ? 'Choose the accounts of your books once, and export a month when it’s over.'
            : 'An Admin exports a month when it’s over.',
          action: create,
        }}
        page={page}
        size={bookExportsPerPage}
        onPage={(next, mode) => onFilter({ page: next }, mode)}
      />
      {dialog === 'export' ? (
        <ExportDialog organizationId={organizationId} onClose={close} />
      ) : null}
      {dialog === 'accounts' ? (
        <AccountsDialog organizationId={organizationId} onClose={close} />
      ) : null}
      {dialog !== null && typeof dialog === 'object' ? (
        <CorrectionsDialog
          organizationId={organizationId}
          corrected={dialog.corrected}
          onClose={close}
        />
      ) : null}
    </>
  );
}

const columns: DataColumn<BookExport>[] = [
  {
    key: 'months',
    header: 'Months',
    primary: true,
    render: (exported) => (
      <>
        <span className={classes.months}>
          {describeExport(exported)}
          {exported.replaced_at === null ? null : <Tag tone="gray">Replaced</Tag>}
        </span>
        <small className={classes.history}>{describeHistory(exported)}</small>
      </>
    ),
  },
  { key: 'format', header: 'Program', render: ({ format }) => bookFormats[format].label },
  {
    key: 'grouping',
    header: 'Journals',
    render: ({ grouping, corrects }) =>
      corrects === null && grouping === 'day' ? 'One a day' : 'One a month',
  },
  { key: 'lines', header: 'Lines', align: 'right', render: ({ lines }) => formatCount(lines) },
  {
    key: 'exported',
    header: 'Exported',
    render: ({ created_at, created_by }) => `${formatExportDay(created_at)} by ${created_by}`,
  },
];

function ExportActions(props: {
  exported: BookExport;
  onDownload: (file: number) => void;
  onCorrect: (() => void) | null;
}) {
  const { exported, onDownload, onCorrect } = props;
  const { files, corrects, replaced_at } = exported;
  const subject = `${describeExport(exported)}, ${formatExportDay(exported.created_at)}`;
  return (
    <span className={classes.actions}>
      {Array.from({ length: files }, (_, index) => (
        <RowButton
          key={index + 1}
          action={files === 1 ? 'Download' : `File ${index + 1}`}
          subject={subject}
          onClick={() => onDownload(index + 1)}
        />
      ))}
      {onCorrect && corrects === null && replaced_at === null ? (
        <RowButton action="Corrections" subject={subject} onClick={onCorrect} />
      ) : null}
    </span>
  );
}
