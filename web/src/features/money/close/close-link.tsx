import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { CauseItem, CloseLink, StayCause } from '@lotkeeper/contract/money/close';
import {
  closeCauses,
  closeLinks,
  closeStations,
  linkStateLabels,
} from '@lotkeeper/contract/money/close';
import type { LinkProps } from '@tanstack/react-router';
import { Link, linkOptions } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { AdminOnly } from '../../../shared/admin-only.tsx';
import { FigureLink } from '../../../shared/figure-link.tsx';
import { LinkButton } from '../../../shared/link-button.tsx';
import type { SumLine } from '../../../ui/data/sum-table.tsx';
import { SumTable } from '../../../ui/data/sum-table.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { Tag } from '../../../ui/frame/tag.tsx';
import { UserText } from '../../../ui/frame/user-text.tsx';
import classes from './close.module.css';
import type { CloseAddress } from './close-words.ts';
import {
  findCauseAddress,
  findLargest,
  findStationAddress,
  formatDay,
  formatSum,
  listDays,
  nameCause,
  stateTones,
  sumDifference,
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
      <button type="button" className="ui-figure" onClick={() => onStays?.(address.stays)}>
        {children}
        <span className="ui-hidden"> {closeCauses[address.stays]}</span>
      </button>
    );
  }
  return (
    <ForReaders organizationId={organizationId} page={address.page} otherwise={children}>
      <Link className="ui-figure" {...toPageLink(address, { organizationId, month, spotPk })}>
        {children}
      </Link>
    </ForReaders>
  );
}

/** What opens a page; `otherwise` for Accountants where the page is about cars. */
function ForReaders(props: {
  organizationId: string;
  page: PageAddress['page'];
  otherwise: ReactNode;
  children: ReactNode;
}) {
  const { organizationId, page, otherwise, children } = props;
  if (page !== 'cars' && page !== 'plate-desk') return children;
  return (
    <AdminOnly organization={organizationId} otherwise={otherwise}>
      {children}
    </AdminOnly>
  );
}

type PageAddress = Extract<CloseAddress, { page: string }>;

const pagePaths = {
  cars: '/organization/$organizationId/cars',
  'plate-desk': '/organization/$organizationId/plate-desk',
  booking_sites: '/organization/$organizationId/booking-sites',
  statement: '/organization/$organizationId/income-statement',
  taxes: '/organization/$organizationId/taxes',
  bank: '/organization/$organizationId/payouts/bank',
  payouts: '/organization/$organizationId/payouts',
} as const satisfies Record<PageAddress['page'], string>;

/** The page of a sum, about the same month and property as far as it has these. */
function toPageLink(
  address: PageAddress,
  {
    organizationId,
    month,
    spotPk,
  }: { organizationId: string; month: LocalDate; spotPk?: number | undefined },
) {
  const spot = spotPk === undefined ? {} : { spotPk: String(spotPk) };
  const days = { ...spot, ...listDays(month) };
  const searches: Record<PageAddress['page'], Record<string, string>> = {
    cars: {
      ...days,
      ...('outcome' in address && address.outcome ? { outcome: address.outcome } : {}),
    },
    'plate-desk': spot,
    booking_sites: {
      month: month.slice(0, 7),
      ...('site' in address && address.site ? { site: address.site } : {}),
    },
    statement: days,
    taxes: { month: month.slice(0, 7) },
    bank: {},
    payouts: {},
  };
  return linkOptions({
    to: pagePaths[address.page],
    params: { organizationId },
    search: searches[address.page],
  } as never) as LinkProps;
}

const stepNames: Record<PageAddress['page'], string> = {
  cars: 'Look at these cars',
  'plate-desk': 'Decide at the Plate Desk',
  booking_sites: 'Settle it with Booking Sites',
  statement: 'Look at the income statement',
  taxes: 'Look at Taxes',
  bank: 'Settle it at Bank',
  payouts: 'Look at Payouts',
};

/** By how much a link differs, with the page where its largest error is settled. */
function NextStep({
  organizationId,
  month,
  spotPk,
  link,
  onStays,
  isClosed = false,
}: CloseLinkRowProps) {
  const largest = findLargest(link);
  if (link.state !== 'differs' && !(link.state === 'unchecked' && largest)) return null;
  const difference = sumDifference(link);
  const address = largest ? findCauseAddress(largest, { month, spotPk }) : null;
  const props = { organizationId, month, spotPk, address, onStays };
  return (
    <p className={classes.step}>
      {link.state === 'differs' ? (
        <strong>Differs by {formatDifference(link, difference)}</strong>
      ) : null}
      {!largest || !address || organizationId === null || isClosed ? null : 'page' in address ? (
        <ForReaders organizationId={organizationId} page={address.page} otherwise={null}>
          <LinkButton size="compact-sm" {...toPageLink(address, { organizationId, month, spotPk })}>
            {stepNames[address.page]}
          </LinkButton>
        </ForReaders>
      ) : (
        <AddressLink {...props}>Look at {nameCause(largest).toLowerCase()}</AddressLink>
      )}
    </p>
  );
}

const formatDifference = (link: CloseLink, value: number) => {
  const text = formatSum(link, value);
  if (closeStations[link.first.station].unit === 'cents') return text;
  return `${text} ${value === 1 ? 'car' : 'cars'}`;
};

interface CloseLinkRowProps {
  /** null = nothing opens. */
  organizationId: string | null;
  month: LocalDate;
  spotPk: number | undefined;
  link: CloseLink;
  /** Whether every property of the month has cameras. */
  hasCamerasEverywhere?: boolean;
  /** Whether the month is closed, and nothing is left to settle. */
  isClosed?: boolean;
  /** Lists the rentals or visits behind a cause. */
  onStays?: (cause: StayCause) => void;
  /** Whether it shows at first what lies between its sums. */
  isOpen: boolean;
  /** null = it can't be signed here. */
  onSign: (() => void) | null;
}

/** Two sums of a month that follow one another; opened, what lies between them. */
export function CloseLinkRow(props: CloseLinkRowProps) {
  const { link, onSign, isOpen } = props;
  const { label, hint } = closeLinks[link.link];
  const isShown = link.state !== 'not_applicable';
  const { first, second, signature } = link;
  return (
    <section className={classes.check} aria-label={label}>
      <details open={isOpen || undefined}>
        <summary className={classes.summary}>
          <ChevronRight className={classes.chevron} size={16} aria-hidden />
          <span className={classes.line}>
            <strong>{label}</strong>
            {isShown ? (
              <span className="ui-dimmed">
                {formatSum(link, first.value)} → {formatSum(link, second.value)}
              </span>
            ) : null}
            <span className={classes.state}>
              {signature?.is_current ? 'Signed' : null}
              <Tag tone={stateTones[link.state]}>{linkStateLabels[link.state]}</Tag>
            </span>
          </span>
        </summary>
        <div className={classes.inner}>
          <NextStep {...props} />
          <p className="ui-explanation">{isShown ? hint : explainAbsence(link)}</p>
          {isShown ? <SumTable caption={label} groups={[toGroup(props)]} /> : null}
          <Signature link={link} />
        </div>
      </details>
      {onSign && isShown ? (
        <span className={classes.sign}>
          <Button size="compact-sm" variant="default" onClick={onSign} aria-label={`Sign ${label}`}>
            Sign
          </Button>
        </span>
      ) : null}
    </section>
  );
}

const explainAbsence = ({ link }: CloseLink) =>
  link === 'cars' || link === 'stays'
    ? 'There are no cameras here.'
    : 'Payouts are of the whole organization, so this is compared for all properties together.';

/** Causes that together are one sum of the ledger. */
const sameSum: Partial<Record<CauseItem['cause'], CauseItem['cause']>> = {
  taxes: 'wrong_taxes',
  fees: 'wrong_fees',
  wrong_fees: 'fees',
};

/** Whether the ledger would open a cause together with another one. */
const isPart = ({ cause }: CauseItem, causes: readonly CauseItem[]) =>
  causes.some((other) => other.cause === sameSum[cause]);

/** The first sum, less its causes, is the second. */
function toGroup(props: CloseLinkRowProps) {
  const { organizationId, month, spotPk, link, hasCamerasEverywhere = false, onStays } = props;
  const scope = { month, spotPk, hasCamerasEverywhere };
  const renderAmount = (value: number, address: CloseAddress | null) => (
    <AddressLink {...{ organizationId, month, spotPk, address, onStays }}>
      {formatSum(link, value)}
    </AddressLink>
  );
  const { first, second, causes, unexplained } = link;
  const toLine = (item: CauseItem): SumLine => ({
    label: nameCause(item),
    note: <CauseNote item={item} />,
    amount: renderAmount(-item.value, isPart(item, causes) ? null : findCauseAddress(item, scope)),
  });
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
