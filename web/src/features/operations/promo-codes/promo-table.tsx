import type { PromoCode } from '@lotkeeper/contract/operations/promo-codes';
import { promoRentalTypes } from '@lotkeeper/contract/operations/promo-codes';
import { formatCount, formatDate } from '../../../kernel/format.ts';
import type { DataColumn } from '../../../ui/data/data-table.tsx';
import { actionsColumn, RowButton } from '../../../ui/data/row-actions.tsx';
import { UserText } from '../../../ui/frame/user-text.tsx';
import classes from './promo-codes.module.css';
import { UsesLink } from './uses-link.tsx';

type CodeSpot = { organization: number; pk: number };

interface RowActions {
  /** The code whose flyer is being downloaded. */
  fetching: number | null;
  onFlyer: (code: PromoCode) => void;
  onEdit: (code: PromoCode) => void;
  onRemove: (code: PromoCode) => void;
}

const formatUses = ({ total_uses, number_of_uses }: PromoCode) =>
  number_of_uses === null
    ? `${formatCount(total_uses)} used`
    : `${formatCount(total_uses)} of ${formatCount(number_of_uses)} used`;

function renderUses(spot: CodeSpot, code: PromoCode) {
  if (code.total_uses === 0) return formatUses(code);
  return (
    <UsesLink spot={spot} uses={{ code: code.code, promo: code.pk }}>
      {formatUses(code)}
    </UsesLink>
  );
}

function renderExpiration(code: PromoCode) {
  if (code.expiration === null) return 'Never';
  const day = formatDate(code.expiration);
  return code.expired ? <span className="ui-dimmed">{day} (expired)</span> : day;
}

function Actions(props: RowActions & { code: PromoCode }) {
  const { code, fetching, onFlyer, onEdit, onRemove } = props;
  return (
    <>
      <RowButton action="Edit" subject={code.code} onClick={() => onEdit(code)} />
      <RowButton
        action="Flyer"
        subject={`of ${code.code}`}
        loading={fetching === code.pk}
        onClick={() => onFlyer(code)}
      />
      <RowButton action="Delete" subject={code.code} onClick={() => onRemove(code)} />
    </>
  );
}

export const promoColumns = (spot: CodeSpot, actions: RowActions): DataColumn<PromoCode>[] => [
  {
    key: 'code',
    header: 'Code',
    primary: true,
    render: ({ code }) => <span className={classes.code}>{code}</span>,
  },
  {
    key: 'notes',
    header: 'Description',
    isCut: true,
    render: ({ notes }) => (
      <span title={notes}>
        <UserText>{notes}</UserText>
      </span>
    ),
  },
  {
    key: 'types',
    header: 'Valid For',
    render: ({ applicable_rental_types }) =>
      applicable_rental_types.length === Object.keys(promoRentalTypes).length
        ? 'All rentals'
        : applicable_rental_types.map((type) => promoRentalTypes[type]).join(', '),
  },
  { key: 'amount', header: 'Amount', render: ({ formatted_value }) => formatted_value },
  { key: 'expiration', header: 'Expiration', render: renderExpiration },
  {
    key: 'uses',
    header: 'Utilization',
    render: (code) => renderUses(spot, code),
  },
  actionsColumn((code) => <Actions code={code} {...actions} />),
];
