import type { ReactNode } from 'react';
import { useState } from 'react';
import type { ApiError } from '../kernel/api.ts';
import type { QueryLike } from '../ui/data/data-panel.tsx';
import { DataPanel } from '../ui/data/data-panel.tsx';
import type { DataColumn } from '../ui/data/data-table.tsx';
import { DataTable } from '../ui/data/data-table.tsx';
import { Plate } from '../ui/data/plate.tsx';
import { actionsColumn, RowButton } from '../ui/data/row-actions.tsx';
import { TableSkeleton } from '../ui/data/skeleton.tsx';
import { Button } from '../ui/form/button.tsx';
import formClasses from '../ui/form/form.module.css';
import { FormFailure } from '../ui/form/form-failure.tsx';
import { Announcement } from '../ui/frame/announcement.tsx';
import { Dialog } from '../ui/frame/dialog.tsx';

interface PlateList<Row> {
  /** The name of the list, also the title of its dialog. */
  title: string;
  empty: string;
  query: QueryLike<readonly Row[]>;
  /** Besides the plate. */
  columns: readonly DataColumn<Row>[];
  getPlate: (row: Row) => { plate: string; state: string | null };
  removal: { error: ApiError | null; isPending: boolean; failure: string };
  onRemove: (row: Row, onSuccess: () => void) => void;
}

interface PlateListDialogProps<Row> extends PlateList<Row> {
  hint: string;
  add: string;
  startsAdding?: boolean;
  /** The form; `isFirst` until something was added or removed. */
  renderForm: (form: {
    isFirst: boolean;
    onAdded: (notice: string) => void;
    onCancel: () => void;
  }) => ReactNode;
  describeRemoved: (plate: string) => string;
  onChange?: () => void;
  onClose: () => void;
}

/** A list of plates that Admins add to, in a form that takes its place, and remove from. */
export function PlateListDialog<Row extends { pk: number }>(props: PlateListDialogProps<Row>) {
  const { title, hint, add, startsAdding = false, renderForm, onClose } = props;
  const [isAdding, setAdding] = useState(startsAdding);
  const [notice, setNotice] = useState('');
  const report = (text: string) => {
    setNotice(text);
    setAdding(false);
    props.onChange?.();
  };
  return (
    <Dialog title={title} size="table" onClose={onClose}>
      <p className="ui-bottom-wide">{hint}</p>
      {isAdding ? (
        renderForm({ isFirst: !notice, onAdded: report, onCancel: () => setAdding(false) })
      ) : (
        <>
          <PlateTable
            {...props}
            onRemoved={(row) => report(props.describeRemoved(props.getPlate(row).plate))}
          />
          <div className={formClasses.buttons}>
            <Announcement className={formClasses.done}>{notice}</Announcement>
            <Button variant="default" onClick={onClose}>
              Close
            </Button>
            <Button onClick={() => setAdding(true)}>{add}</Button>
          </div>
        </>
      )}
    </Dialog>
  );
}

function PlateTable<Row extends { pk: number }>(
  props: PlateList<Row> & { onRemoved: (row: Row) => void },
) {
  const { title, empty, query, columns, getPlate, removal, onRemove, onRemoved } = props;
  const [removed, setRemoved] = useState<number | null>(null);
  const plateColumn: DataColumn<Row> = {
    key: 'plate',
    header: 'License plate',
    render: (row) => <Plate {...getPlate(row)} />,
  };
  const removeColumn = actionsColumn<Row>((row) => (
    <RowButton
      action="Remove"
      subject={getPlate(row).plate}
      loading={removal.isPending && removed === row.pk}
      onClick={() => {
        setRemoved(row.pk);
        onRemove(row, () => onRemoved(row));
      }}
    />
  ));
  return (
    <>
      <FormFailure error={removal.error} action={removal.failure} />
      <DataPanel
        flush
        query={query}
        skeleton={<TableSkeleton rows={3} columns={columns.length + 2} />}
        empty={{ title: empty }}
      >
        {(rows) => (
          <DataTable
            caption={title}
            columns={[plateColumn, ...columns, removeColumn]}
            rows={rows}
            rowKey={({ pk }) => pk}
          />
        )}
      </DataPanel>
    </>
  );
}
