import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { bookingSites } from '@lotkeeper/contract/money/booking-lists';
import type { CauseItem, CloseLink, StayCause } from '@lotkeeper/contract/money/close';
import { closeCauses, closeLinks, closeStations } from '@lotkeeper/contract/money/close';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import figureClasses from '../../../shared/figure-link.module.css';
import { FigureLink } from '../../../shared/figure-link.tsx';
import type { SumLine } from '../../../ui/data/sum-table.tsx';
import { SumTable } from '../../../ui/data/sum-table.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { Hint } from '../../../ui/frame/hint.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import { Tag } from '../../../ui/frame/tag.tsx';
import { UserText } from '../../../ui/frame/user-text.tsx';
import classes from './close.module.css';
import type { CloseAddress } from './close-words.ts';
import {
  findCauseAddress,
  findStationAddress,
  formatDay,
  formatSum,
  listDays,
  nameCause,
  stateTags,
} from './close-words.ts';

interface AddressLinkProps {
  /** null = for somebody who can't open other pages. */
  organizationId: string | null;
  month: LocalDate;
  spotPk: number | undefined;
  address: CloseAddress | null;
  onStays: ((cause: StayCause) => void) | undefined;
  children: ReactNode;
}

/** A sum that opens the page with what it consists of. */
function AddressLink(props: AddressLinkProps) {
  const { organizationId, month, spotPk, address, onStays, children } = props;
  if (!address || organizationId === null) return children;
  if ('figure' in address) {
    return (
      <FigureLink organization={organizationId} figure={address.figure}>
        {children}
      </FigureLink>
    );
  }
  if ('stays' in address) {
    return (
      <button type="button" className={classes.open} onClick={() => onStays?.(address.stays)}>
        {children}
        <span className="ui-hidden"> {closeCauses[address.stays]}</span>
      </button>
    );
  }
  const params = { organizationId };
  const className = figureClasses.figure ?? '';
  const spot = spotPk === undefined ? {} : { spotPk: String(spotPk) };
  if (address.page === 'cars') {
    const search = { ...spot, ...listDays(month), outcome: address.outcome ?? undefined };
    return (
      <Link className={className} to="/organization/$organizationId/cars" {...{ params, search }}>
        {children}
      </Link>
    );
  }
  if (address.page === 'booking_sites') {
    const site = bookingSites.find((name) => name === address.site);
    const search = { month: month.slice(0, 7), site };
    return (
      <Link
        className={className}
        to="/organization/$organizationId/booking-sites"
        {...{ params, search }}
      >
        {children}
      </Link>
    );
  }
  if (address.page === 'statement') {
    const search = { ...spot, ...listDays(month) };
    return (
      <Link
        className={className}
        to="/organization/$organizationId/income-statement"
        {...{ params, search }}
      >
        {children}
      </Link>
    );
  }
  if (address.page === 'taxes') {
    const search = { month: month.slice(0, 7) };
    return (
      <Link className={className} to="/organization/$organizationId/taxes" {...{ params, search }}>
        {children}
      </Link>
    );
  }
  return address.page === 'bank' ? (
    <Link className={className} to="/organization/$organizationId/payouts/bank" params={params}>
      {children}
    </Link>
  ) : (
    <Link className={className} to="/organization/$organizationId/payouts" params={params}>
      {children}
    </Link>
  );
}

interface CloseLinkPanelProps {
  /** null = nothing opens. */
  organizationId: string | null;
  month: LocalDate;
  spotPk: number | undefined;
  link: CloseLink;
  /** Lists the rentals or visits behind a cause. */
  onStays?: (cause: StayCause) => void;
  /** null = it can't be signed here. */
  onSign: (() => void) | null;
}

/** Two sums of a month that follow one another, with what lies between them. */
export function CloseLinkPanel(props: CloseLinkPanelProps) {
  const { link, onSign } = props;
  const { label, hint } = closeLinks[link.link];
  const { tone, label: stateLabel } = stateTags[link.state];
  const isShown = link.state !== 'not_applicable';
  return (
    <Panel
      title={
        <span className={classes.title}>
          {label}
          <Hint subject={label} text={hint} />
        </span>
      }
      actions={
        <>
          <Tag tone={tone}>{stateLabel}</Tag>
          {onSign && isShown ? (
            <Button
              size="compact-sm"
              variant="default"
              onClick={onSign}
              aria-label={`Sign ${label}`}
            >
              Sign
            </Button>
          ) : null}
        </>
      }
    >
      {isShown ? (
        <SumTable caption={label} groups={[toGroup(props)]} />
      ) : (
        <p className={classes.note}>{explainAbsence(link)}</p>
      )}
      <Signature link={link} />
    </Panel>
  );
}

const explainAbsence = ({ link }: CloseLink) =>
  link === 'cars' || link === 'stays'
    ? 'There are no cameras here.'
    : 'Payouts are of the whole organization, so this is compared for all properties together.';

/** The first sum, less its causes, is the second. */
function toGroup({ organizationId, month, spotPk, link, onStays }: CloseLinkPanelProps) {
  const scope = { month, spotPk };
  const renderAmount = (value: number, address: CloseAddress | null) => (
    <AddressLink {...{ organizationId, month, spotPk, address, onStays }}>
      {formatSum(link, value)}
    </AddressLink>
  );
  const toLine = (item: CauseItem): SumLine => ({
    label: nameCause(item),
    note: <CauseNote item={item} />,
    amount: renderAmount(-item.value, findCauseAddress(item, scope)),
  });
  const { first, second, causes, unexplained } = link;
  const rest: SumLine = { label: 'Unexplained', amount: formatSum(link, -unexplained) };
  return {
    lines: [
      {
        label: closeStations[first.station].label,
        amount: renderAmount(first.value, findStationAddress(first.station, scope)),
      },
      ...causes.map(toLine),
      ...(unexplained === 0 ? [] : [rest]),
    ],
    total: {
      label: closeStations[second.station].label,
      amount: renderAmount(second.value, findStationAddress(second.station, scope)),
    },
  };
}

const certaintyTags = {
  found: { tone: 'red', label: 'To settle' },
  unchecked: { tone: 'amber', label: 'Not checked' },
} as const;

function CauseNote({ item: { certainty, detail } }: { item: CauseItem }) {
  if (certainty === 'explained' && detail === null) return null;
  return (
    <span className={classes.cause}>
      {certainty === 'explained' ? null : (
        <Tag tone={certaintyTags[certainty].tone}>{certaintyTags[certainty].label}</Tag>
      )}
      {detail === null ? null : <UserText>{detail}</UserText>}
    </span>
  );
}

function Signature({ link: { signature } }: { link: CloseLink }) {
  if (!signature) return null;
  const { signed_by, signed_at, reason, is_current } = signature;
  return (
    <p className={classes.signature}>
      Signed by <UserText>{signed_by}</UserText> on {formatDay(signed_at)}:{' '}
      <UserText>{reason}</UserText>
      {is_current ? null : (
        <strong className={classes.stale}> The sums have changed since. Sign again.</strong>
      )}
    </p>
  );
}
