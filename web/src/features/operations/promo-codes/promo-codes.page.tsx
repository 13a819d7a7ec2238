import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { startOfMonth, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { formatMonthYear, parseMonth } from '@lotkeeper/contract/kernel/month-year';
import type { PromoCode } from '@lotkeeper/contract/operations/promo-codes';
import {
  deletePromoCode,
  downloadPromoFlyer,
  generatePromoQrCode,
  listPromoCodes,
  promoMessages,
  promoPageSize,
} from '@lotkeeper/contract/operations/promo-codes';
import type { Spot, SpotPrices } from '@lotkeeper/contract/platform/spots';
import { isPriced } from '@lotkeeper/contract/platform/spots';
import { TicketPercent } from 'lucide-react';
import { now } from '../../../kernel/clock.ts';
import { useDownload, useRead, useSend } from '../../../kernel/queries.ts';
import type { FilterProps } from '../../../kernel/url-state.ts';
import { WithoutPrices } from '../../../shared/without-prices.tsx';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import { DataTable } from '../../../ui/data/data-table.tsx';
import { Pager } from '../../../ui/data/pager.tsx';
import { TableSkeleton } from '../../../ui/data/skeleton.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { ConfirmSend } from '../../../ui/frame/confirm-dialog.tsx';
import { Notice } from '../../../ui/frame/notice.tsx';
import { PageHeader } from '../../../ui/frame/page-header.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import { useDialog } from '../../../ui/frame/use-dialog.ts';
import classes from './promo-codes.module.css';
import { PromoDialog } from './promo-form.tsx';
import type { PromoFilters } from './promo-search.ts';
import { promoColumns } from './promo-table.tsx';
import { PromoUtilization } from './promo-utilization.tsx';

interface PromoCodesPageProps extends FilterProps<PromoFilters> {
  spot: SpotPrices & Pick<Spot, 'pk' | 'organization' | 'name' | 'timezone'>;
}

type OpenDialog =
  | { kind: 'add' }
  | { kind: 'edit'; code: PromoCode }
  | { kind: 'remove'; code: PromoCode };

function monthFrom(monthYear: string, today: LocalDate): LocalDate {
  const month = parseMonth(monthYear);
  return month && month <= today ? month : startOfMonth(today);
}

/** Makes sure that the code can be scanned, then downloads its flyer. */
function useFlyer() {
  const check = useSend(generatePromoQrCode);
  const file = useDownload(downloadPromoFlyer);
  return {
    error: check.error ?? file.error,
    fetching:
      check.isPending || file.isPending ? (check.variables?.body.promo_code_pk ?? null) : null,
    fetch: ({ pk }: PromoCode) =>
      check.mutate(
        { body: { promo_code_pk: pk } },
        { onSuccess: () => file.mutate({ params: { id: pk } }) },
      ),
    reset: () => {
      check.reset();
      file.reset();
    },
  };
}

export function PromoCodesPage(props: PromoCodesPageProps) {
  return isPriced(props.spot) ? (
    <DiscountCodes {...props} />
  ) : (
    <WithoutPrices title="Discount Codes" icon={TicketPercent} spot={props.spot} />
  );
}

function DiscountCodes({ spot, filters, onFilter }: PromoCodesPageProps) {
  const { monthYear, showUsableCodes = 'true', page = 1 } = filters;
  const today = toLocalDate(now(), spot.timezone);
  const codes = useRead(listPromoCodes, {
    query: { spot: String(spot.pk), page, usable_codes: showUsableCodes },
  });
  const { dialog, notice, open: openDialog, close, done, setNotice } = useDialog<OpenDialog>();
  const flyer = useFlyer();
  const open = (nextDialog: OpenDialog) => {
    flyer.reset();
    openDialog(nextDialog);
  };
  return (
    <>
      <PageHeader
        title="Discount Codes"
        subtitle={`Discounts for drivers who book at ${spot.name}`}
        actions={<Button onClick={() => open({ kind: 'add' })}>+ Add Discount Code</Button>}
      />
      <Notice text={notice} />
      <FormFailure error={flyer.error} />
      <label className={classes.toggle}>
        <input
          type="checkbox"
          checked={showUsableCodes === 'false'}
          onChange={(event) =>
            onFilter({
              monthYear,
              showUsableCodes: event.currentTarget.checked ? 'false' : undefined,
            })
          }
        />
        <span>
          Show discount codes with 0 uses left <span className="ui-note">and expired ones</span>
        </span>
      </label>
      <Panel flush>
        <DataPanel
          query={codes}
          grows
          skeleton={<TableSkeleton rows={5} columns={7} />}
          empty={{ icon: TicketPercent, title: promoMessages.empty }}
        >
          {({ results }) => (
            <DataTable
              caption="Discount codes"
              rows={results}
              rowKey={({ pk }) => pk}
              columns={promoColumns(spot, {
                fetching: flyer.fetching,
                onFlyer: (code) => {
                  setNotice('');
                  flyer.fetch(code);
                },
                onEdit: (code) => open({ kind: 'edit', code }),
                onRemove: (code) => open({ kind: 'remove', code }),
              })}
            />
          )}
        </DataPanel>
        <Pager
          label="Discount codes"
          page={page}
          list={{
            data: codes.data && { count: codes.data.total_pages * promoPageSize },
            isFetching: codes.isFetching,
          }}
          isCountExact={false}
          size={promoPageSize}
          onPage={(next, mode) => onFilter({ ...filters, page: next }, mode)}
        />
      </Panel>
      <PromoUtilization
        spot={spot}
        today={today}
        month={monthFrom(monthYear ?? '', today)}
        onMonth={(month) => onFilter({ ...filters, monthYear: formatMonthYear(month) })}
      />
      {dialog?.kind === 'add' || dialog?.kind === 'edit' ? (
        <PromoDialog
          spot={spot}
          today={today}
          edited={dialog.kind === 'edit' ? dialog.code : null}
          onSaved={(code) =>
            done(`${dialog.kind === 'edit' ? 'Updated' : 'Added'} discount code: ${code}`)
          }
          onClose={close}
        />
      ) : null}
      {dialog?.kind === 'remove' ? (
        <ConfirmSend
          question={`Delete ${dialog.code.code}?`}
          confirm="Yes"
          cancel="No, Don't Delete"
          endpoint={deletePromoCode}
          input={{ params: { id: dialog.code.pk } }}
          changes={[listPromoCodes]}
          onDone={() => done(`Deleted discount code: ${dialog.code.code}`)}
          onClose={close}
        >
          {promoMessages.confirmDelete}
        </ConfirmSend>
      ) : null}
    </>
  );
}
