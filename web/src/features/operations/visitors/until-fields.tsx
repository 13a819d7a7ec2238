import type { TimeZone } from '@lotkeeper/contract/kernel/calendar';
import { addDays, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { maxValidDays } from '@lotkeeper/contract/operations/visitor-codes';
import { now } from '../../../kernel/clock.ts';
import { describeEnd } from '../../../shared/code-until.ts';
import { timeOptions } from '../../../shared/time-options.ts';
import { DateField } from '../../../ui/form/date-field.tsx';
import classes from '../../../ui/form/form.module.css';
import { SearchSelect } from '../../../ui/form/search-select.tsx';
import type { Until } from './until.ts';
import { findEnd, untilOptions } from './until.ts';

interface UntilFieldsProps {
  values: Until;
  timezone: TimeZone;
  onChange: (values: Partial<Until>) => void;
  error: string | undefined;
}

/** Until when a visitor without a code parks free. */
export function UntilFields({ values, timezone, onChange, error }: UntilFieldsProps) {
  const today = toLocalDate(now(), timezone);
  const end = findEnd(values, now(), timezone);
  return (
    <>
      <SearchSelect
        label="Until"
        options={untilOptions}
        value={values.until}
        onChoose={(until) => onChange({ until })}
        description={end === null ? undefined : describeEnd(end, now(), timezone)}
        required
        error={error}
      />
      {values.until === 'time' ? (
        <div className={classes.pair}>
          <DateField
            label="Day"
            value={values.date}
            today={today}
            within={[today, addDays(today, maxValidDays)]}
            onChange={(date) => onChange({ date })}
            required
          />
          <SearchSelect
            label="Time"
            options={timeOptions(values.time, 'start')}
            value={values.time}
            onChoose={(time) => onChange({ time })}
            required
          />
        </div>
      ) : null}
    </>
  );
}
