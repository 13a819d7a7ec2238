import type { Slot } from '@lotkeeper/contract/people/drivers';
import { driverMessages } from '@lotkeeper/contract/people/drivers';
import { formatMoneyShort, formatPhone } from '../../../kernel/format.ts';
import { StoryLink } from '../../../shared/story-link.tsx';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { Plate } from '../../../ui/data/plate.tsx';
import { actionsColumn, RowButton } from '../../../ui/data/row-actions.tsx';
import { When } from '../../../ui/data/when.tsx';
import { Tag } from '../../../ui/frame/tag.tsx';

/** A rental's plate, as displayed and read aloud. */
export const formatPlate = ({ cars_detail: [car] }: Slot) => (car ? car.plate : 'No plate');

export const formatName = ({ renter_first_name, renter_last_name }: Slot) =>
  [renter_first_name, renter_last_name].filter(Boolean).join(' ');

const typeNames = { hourly: 'Hourly', daily: 'Daily', flat: 'Flat', monthly: 'Monthly' } as const;

function RentalPlate({ slot, organization }: { slot: Slot; organization: number }) {
  return (
    <StoryLink organization={organization} subject="rental" id={slot.uuid}>
      <Plate plate={formatPlate(slot)} state={slot.cars_detail[0]?.state} />
    </StoryLink>
  );
}

function Contact({ slot }: { slot: Slot }) {
  if (!slot.contact_shown) return <span className="ui-dimmed">On request</span>;
  const { renter_email: email, renter_phone: phone } = slot;
  const name = formatName(slot);
  if (!name && !email && !phone) return '–';
  return (
    <span title={email ?? undefined}>
      {name} {phone ? <span className="ui-nowrap">{formatPhone(phone)}</span> : null}{' '}
      <span className="ui-dimmed ui-wrap">{email}</span>
    </span>
  );
}

function Price({ slot }: { slot: Slot }) {
  const { price_monthly: full, price_monthly_after_promo: paid, promo_code_info: promo } = slot;
  if (full === null || paid === null) return promo?.code ?? '–';
  return (
    <span className="ui-inline">
      {slot.paid ? null : <Tag tone="amber">Not paid</Tag>}
      {promo ? (
        <span className="ui-dimmed" title={promo.formatted_value}>
          {promo.code}
        </span>
      ) : null}
      {formatMoneyShort(paid)}
    </span>
  );
}

interface Acts {
  onEdit: (slot: Slot) => void;
  onRemove: (slot: Slot) => void;
}

const actions = ({ onEdit, onRemove }: Acts): DataColumn<Slot> =>
  actionsColumn((slot) => (
    <>
      <RowButton action="Edit" subject={formatPlate(slot)} onClick={() => onEdit(slot)} />
      {slot.rental_type === 'monthly' ? (
        <RowButton action="Remove" subject={formatPlate(slot)} onClick={() => onRemove(slot)} />
      ) : null}
    </>
  ));

/** The columns of a list: without actions for people who can only read, and without ends where nothing ends. */
export function driverColumns(
  tab: 'monthly' | 'transient',
  spot: { organization: number; timezone: string },
  rowActions: Acts | null,
  someEnd: boolean,
): DataColumn<Slot>[] {
  const isMonthly = tab === 'monthly';
  const at = (moment: string) => <When at={moment} zone={spot.timezone} />;
  const monthly: DataColumn<Slot>[] = [
    {
      key: 'price',
      header: 'Price per Month',
      isDetail: true,
      align: 'right',
      render: (slot) => <Price slot={slot} />,
    },
  ];
  const transient: DataColumn<Slot>[] = [
    {
      key: 'type',
      header: 'Type',
      render: ({ rental_type, auto_started }) =>
        `${typeNames[rental_type]}${auto_started ? ', started automatically' : ''}`,
    },
  ];
  const end: DataColumn<Slot> = {
    key: 'end',
    header: 'End',
    isWideOnly: isMonthly,
    render: ({ end_date }) => (end_date === null ? 'No end' : at(end_date)),
  };
  return [
    {
      key: 'plate',
      header: 'License Plate',
      primary: true,
      render: (slot) => <RentalPlate slot={slot} organization={spot.organization} />,
    },
    {
      key: 'contact',
      header: 'Driver',
      isCut: true,
      isDetail: isMonthly,
      ...(isMonthly ? {} : { hint: driverMessages.contact }),
      render: (slot) => <Contact slot={slot} />,
    },
    ...(isMonthly ? monthly : transient),
    {
      key: 'start',
      header: 'Start',
      isWideOnly: isMonthly,
      render: ({ start_date }) => at(start_date),
    },
    ...(someEnd ? [end] : []),
    ...(rowActions ? [actions(rowActions)] : []),
  ];
}
