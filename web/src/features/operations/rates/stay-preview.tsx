import { priceOfStay } from '@lotkeeper/contract/operations/rate-curves';
import type { RateDraft } from '@lotkeeper/contract/operations/rates';
import { settledRate, toStayPrice } from '@lotkeeper/contract/operations/rates';
import type { Spot } from '@lotkeeper/contract/platform/spots';
import { formatMoneyCompact, formatMoneyExact } from '../../../kernel/format.ts';
import { LineChart } from '../../../ui/charts/line-chart.tsx';
import { lengthWords } from './rates.rules.ts';

/** Every quarter of an hour in a day. */
const lengths = Array.from({ length: 96 }, (_, index) => (index + 1) * 15);

/** What stays of up to a day cost at a rate, before tax; renders nothing for monthly rates. */
export function StayPreview(props: {
  rate: RateDraft;
  spot: Pick<Spot, 'daily_min' | 'display_daily_max'>;
}) {
  const { daily_min, display_daily_max: daily_max } = props.spot;
  const price = toStayPrice(settledRate(props.rate), { daily_min, daily_max });
  if (price === null) return null;
  return (
    <LineChart
      title="Price by length of stay"
      caption="Before tax, up to 24 hours. The price restarts every 24 hours."
      categoryLabel="Stay"
      categories={lengths.map((length) => ({
        key: String(length),
        label: lengthWords(length),
        ...(length % 240 === 0 ? { axisLabel: lengthWords(length) } : {}),
      }))}
      series={[
        {
          key: 'price',
          label: 'Price',
          color: 'main',
          values: lengths.map((length) => priceOfStay(price, length)),
        },
      ]}
      step
      format={formatMoneyExact}
      formatTick={formatMoneyCompact}
      height={200}
    />
  );
}
