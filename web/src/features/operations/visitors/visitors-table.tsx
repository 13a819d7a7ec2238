import type { Visitor } from '@lotkeeper/contract/operations/visitors';
import { formatInstant } from '../../../kernel/format.ts';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { actionsColumn, RowButton } from '../../../ui/data/row-actions.tsx';
import { UserText } from '../../../ui/frame/user-text.tsx';
import classes from './visitors.module.css';

const sources = { dashboard: 'Dashboard', kiosk: 'Kiosk' } as const;

/** Until when a visitor parks free, in the property's time zone. */
function validUntil(visitor: Visitor, timezone: string): string {
  return visitor.valid_until === null
    ? visitor.validity_reason
    : formatInstant(visitor.valid_until, timezone);
}

export const visitorColumns = (
  timezone: string,
  onEdit: (visitor: Visitor) => void,
): DataColumn<Visitor>[] => [
  {
    key: 'plate',
    header: 'License Plate',
    primary: true,
    render: ({ car_details: { plate, state } }) => (
      <span className={classes.plate}>
        {plate} <span className={classes.state}>{state}</span>
      </span>
    ),
  },
  {
    key: 'name',
    header: 'Name',
    render: ({ name }) => (name ? <UserText>{name}</UserText> : '–'),
  },
  {
    key: 'code',
    header: 'Code',
    render: ({ codes }) =>
      codes.length > 0 ? <UserText>{codes.map(({ code }) => code).join(', ')}</UserText> : '–',
  },
  { key: 'source', header: 'Source', render: (visitor) => sources[visitor.validation_source] },
  { key: 'until', header: 'Valid Until', render: (visitor) => validUntil(visitor, timezone) },
  actionsColumn(
    (visitor) => (
      <RowButton
        action="Edit"
        subject={visitor.car_details.plate}
        onClick={() => onEdit(visitor)}
      />
    ),
    'Edit',
  ),
];
