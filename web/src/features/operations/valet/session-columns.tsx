import type { ValetSession } from '@lotkeeper/contract/operations/valet';
import { formatMoneyExact, formatPhone } from '../../../kernel/format.ts';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { actionsColumn } from '../../../ui/data/row-actions.tsx';
import type { ListContext } from './session-parts.tsx';
import { CarCell, EditButton, formatTime } from './session-parts.tsx';
import classes from './valet.module.css';
import { formatCar } from './valet.rules.ts';

export const sessionColumns = (context: ListContext): DataColumn<ValetSession>[] => [
  {
    key: 'car',
    header: 'Car',
    primary: true,
    render: (session) => <CarCell {...{ session, context }} />,
  },
  {
    key: 'description',
    header: 'Make and model',
    render: (session) => formatCar(session) || undefined,
  },
  { key: 'key', header: 'Key tag', render: ({ key_tag }) => key_tag ?? undefined },
  {
    key: 'driver',
    header: 'Driver',
    render: ({ phone }) => (
      <a className={classes.phone} href={`tel:${phone}`}>
        {formatPhone(phone)}
      </a>
    ),
  },
  { key: 'time', header: 'Time', render: (session) => formatTime(session, context) },
  {
    key: 'balance',
    header: 'Balance',
    align: 'right',
    render: ({ outstanding_balance }) => formatMoneyExact(outstanding_balance),
  },
  actionsColumn((session) => <EditButton {...{ session, context }} />),
];
