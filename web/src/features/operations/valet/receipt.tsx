import type { DriverRequest } from '@lotkeeper/contract/operations/valet';
import { useTexts } from '../../../kernel/language.ts';
import { useFormats } from '../../../kernel/language-formats.ts';
import classes from './driver-request.module.css';
import { driverTexts } from './driver-texts.ts';

/** What a driver paid, when and how. */
export function Receipt({ receipt }: { receipt: NonNullable<DriverRequest['receipt']> }) {
  const texts = useTexts(driverTexts);
  const { formatInstant, formatMoney } = useFormats();
  const { timezone, checked_in_at: from, checked_out_at: to, payments } = receipt;
  const format = (at: number) => formatInstant(at / 1000, timezone);
  return (
    <section className="ui-parts" aria-label={texts.receipt}>
      <h2 className={classes.lot}>{texts.receipt}</h2>
      {from !== null && to !== null ? (
        <p className="ui-dimmed">{texts.receiptStay(format(from), format(to))}</p>
      ) : null}
      {payments.map(({ paid_at, amount, tax, by: means, last_four }, index) => (
        <div key={index}>
          <p className={classes.balance}>
            <span>{format(paid_at)}</span> <strong>{formatMoney(amount)}</strong>
          </p>
          <p className="ui-dimmed">
            {[
              means === 'cash' ? texts.receiptCash : '',
              last_four ? texts.receiptCard(last_four) : '',
              texts.receiptTax(formatMoney(tax)),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
      ))}
    </section>
  );
}
