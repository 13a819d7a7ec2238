import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import { isPriced } from '@lotkeeper/contract/platform/spots';
import { formatMoneyShort } from '../../../kernel/format.ts';
import type { RenderLink } from '../../../shared/page-links.tsx';
import { usePageLinks } from '../../../shared/page-links.tsx';
import { EditPropertyButton } from '../../../shared/property-links.tsx';
import { Stat, StatGrid } from '../../../ui/data/stat.tsx';
import { EmptyState } from '../../../ui/data/states.tsx';
import { Hint } from '../../../ui/frame/hint.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';

export const unitWords = {
  hour: ' an hour',
  day: ' a day',
  month: ' a month',
  flat: ' a stay',
} as const;

/** The current rates, for properties without dynamic pricing. */
export function CurrentRates({ spot }: { spot: SpotSummary }) {
  const renderLink = usePageLinks(spot)('rates');
  const rates = [
    { label: 'Hour', price: spot.display_price },
    { label: 'Day', price: spot.display_price_daily },
    { label: 'Daily maximum', price: spot.display_daily_max },
    { label: 'Month', price: spot.display_price_monthly },
    { label: 'Flat rate', price: spot.price_flat },
  ].filter((rate) => rate.price !== null);
  return (
    <Panel
      title="Current Rates"
      actions={
        <EditPropertyButton spot={spot} isInRow>
          Edit prices
        </EditPropertyButton>
      }
    >
      {isPriced(spot) ? (
        <>
          <StatGrid>
            {rates.map(({ label, price }) => (
              <Stat
                key={label}
                label={label}
                value={formatMoneyShort(price ?? 0)}
                renderLink={renderLink}
              />
            ))}
          </StatGrid>
          {spot.active_rate ? <ActiveRate rate={spot.active_rate} renderLink={renderLink} /> : null}
        </>
      ) : (
        <EmptyState title="This property has no prices" text="Only validated visitors park here." />
      )}
    </Panel>
  );
}

function ActiveRate(props: {
  rate: NonNullable<SpotSummary['active_rate']>;
  renderLink: RenderLink | undefined;
}) {
  const { rate, renderLink } = props;
  const text = `${rate.name}, ${formatMoneyShort(rate.price)}${unitWords[rate.unit]}`;
  return (
    <p className="ui-note ui-top">
      In force now: {renderLink?.(text) ?? text}
      <Hint subject="the rate in force" text="The rate for a driver who arrives now." />
    </p>
  );
}
