import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { cents } from '@lotkeeper/contract/kernel/money';
import type { RateCurve } from '@lotkeeper/contract/operations/rate-curves';
import type { Rate } from '@lotkeeper/contract/operations/rates';
import { test } from 'vitest';
import { expectEachFieldIsSent } from '../../../shared/test-edit-form.tsx';
import RateDialogs from './rate-dialogs.tsx';

const rate: Rate = {
  pk: 3,
  spot: 1,
  name: 'Night',
  curve: { kind: 'static' },
  pricing_model_type: 'static',
  unit: 'hour',
  price: cents(500),
  dynamic_daily_max: cents(2500),
  interval: 'weekly',
  priority: 3,
  start_date: '2026-06-10' as LocalDate,
  end_date: '2026-07-10' as LocalDate,
};

test.each<[RateCurve]>([
  [{ kind: 'static' }],
  [{ kind: 'linear', start: cents(200) }],
  [{ kind: 'exponential', growth: 1000 }],
  [
    {
      kind: 'stepwise',
      steps: [
        { minutes: 60, price: cents(300) },
        { minutes: 120, price: cents(700) },
      ],
    },
  ],
  [{ kind: 'moving', prices: [cents(300), cents(200)] }],
  [{ kind: 'moving_total', totals: [cents(300), cents(500)] }],
  [
    {
      kind: 'cumulative_time',
      brackets: [
        { from: 0, price: cents(300) },
        { from: 120, price: cents(200) },
      ],
    },
  ],
] as [RateCurve][])(
  'each field of a rate with %j is sent when it alone was changed',
  async (curve) => {
    await expectEachFieldIsSent({
      exceptions:
        curve.kind === 'cumulative_time' ? { 'From minute': 'The first line is from 0 on.' } : {},
      show: () => (
        <RateDialogs
          spot={{ pk: 1, daily_min: null, display_daily_max: null }}
          today={'2026-05-11' as LocalDate}
          dialog={{ kind: 'edit', rate: { ...rate, curve, pricing_model_type: curve.kind } }}
          open={() => undefined}
          onDone={() => undefined}
          onClose={() => undefined}
        />
      ),
    });
  },
);
