import type { Visitor } from '@lotkeeper/contract/operations/visitors';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { Plate } from '../../../ui/data/plate.tsx';
import { actionsColumn, RowButton } from '../../../ui/data/row-actions.tsx';
import { When } from '../../../ui/data/when.tsx';
import { UserText } from '../../../ui/frame/user-text.tsx';

const sources = { dashboard: 'Dashboard', kiosk: 'Kiosk' } as const;

/** Until when a visitor parks free, in the property's time zone. */
const validUntil = ({ valid_until, validity_reason }: Visitor, timezone: string) =>
  valid_until === null ? validity_reason : <When at={valid_until} zone={timezone} />;

export const visitorColumns = (
  timezone: string,
  onEdit: (visitor: Visitor) => void,
): DataColumn<Visitor>[] => [
  {
    key: 'plate',
    header: 'License Plate',
    primary: true,
    render: ({ car_details: { plate, state } }) => <Plate plate={plate} state={state} />,
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
