import type { SpotSummary } from '@lotkeeper/contract/spots';
import { isPriced } from '@lotkeeper/contract/spots';
import { formatMoneyShort } from '../../kernel/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { Stat, StatGrid } from '../../ui/stat.tsx';
import { EmptyState } from '../../ui/states.tsx';
import classes from './detail.module.css';

const unitWords = { hour: ' an hour', day: ' a day', month: ' a month', flat: ' a stay' } as const;

/** What parking costs now, where prices do not move by themselves. */
export function CurrentRates({ spot }: { spot: SpotSummary }) {
  const rates = [
    { label: 'Hour', price: spot.display_price },
    { label: 'Day', price: spot.display_price_daily },
    { label: 'Daily maximum', price: spot.display_daily_max },
    { label: 'Month', price: spot.display_price_monthly },
  ].filter((rate) => rate.price !== null);
  return (
    <Panel title="Current Rates">
      {isPriced(spot) ? (
        <>
          <StatGrid>
            {rates.map(({ label, price }) => (
              <Stat key={label} label={label} value={formatMoneyShort(price ?? 0)} />
            ))}
          </StatGrid>
          {spot.active_rate ? (
            <p className={classes.quiet}>
              In force now: {spot.active_rate.name}, {formatMoneyShort(spot.active_rate.price)}
              {unitWords[spot.active_rate.unit]}
            </p>
          ) : null}
        </>
      ) : (
        <EmptyState
          title="This property has no prices"
          text="Visitors with a validation park here; nothing is sold."
        />
      )}
    </Panel>
  );
}
