import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { EventSettings } from '@lotkeeper/contract/operations/events';
import { timeOptions } from '../../../shared/time-options.ts';
import { DateField } from '../../../ui/form/date-field.tsx';
import formClasses from '../../../ui/form/form.module.css';
import { SearchSelect } from '../../../ui/form/search-select.tsx';
import type { FormState } from '../../../ui/form/use-form.ts';
import type { EventDraft } from './event-form.rules.ts';
import { endsBeforeStart, withDate } from './event-form.rules.ts';
import { intervalOptions, weekdayOptions, weekOptions } from './event-options.ts';

const pastMidnight =
  'Events end at midnight. If yours continues, add a second event on the next day.';

/** When an event starts and ends, and how it repeats. */
export function WhenFields({ form, today }: { form: FormState<EventDraft>; today: LocalDate }) {
  const { values: draft, set, setValues, errorFor } = form;
  const { interval, week } = draft;
  const weekday = (
    <SearchSelect
      label="Weekday"
      options={weekdayOptions}
      value={String(draft.weekday)}
      onChoose={(value) => set({ weekday: Number(value) })}
      error={errorFor('repeat_on_day')}
    />
  );
  return (
    <>
      <div className={formClasses.pair}>
        <DateField
          label="Start date"
          value={draft.date}
          today={today}
          onChange={(date) => setValues((before) => withDate(before, date))}
          error={errorFor('date')}
          required
        />
        <SearchSelect
          label="Interval"
          options={intervalOptions}
          value={interval}
          onChoose={(value) => set({ interval: value })}
        />
        {interval === 'weekly' ? weekday : null}
        {interval === 'monthly' ? (
          <SearchSelect
            label="On"
            options={weekOptions(draft.date)}
            value={week === null ? 'date' : String(week)}
            onChoose={(value) =>
              set({
                week: value === 'date' ? null : (Number(value) as EventSettings['repeat_on_week']),
              })
            }
            error={errorFor('repeat_on_week')}
          />
        ) : null}
        {interval === 'monthly' && week !== null ? weekday : null}
      </div>
      <label className={formClasses.choice}>
        <input
          type="checkbox"
          checked={draft.allDay}
          onChange={(event) => set({ allDay: event.currentTarget.checked })}
        />
        All day
      </label>
      {draft.allDay ? null : (
        <div className={formClasses.pair}>
          <SearchSelect
            label="Start time"
            options={timeOptions(draft.start_time, 'start')}
            value={draft.start_time}
            onChoose={(start_time) => set({ start_time })}
            error={errorFor('start_time')}
          />
          <SearchSelect
            label="End time"
            options={timeOptions(draft.end_time, 'end')}
            value={draft.end_time}
            onChoose={(end_time) => set({ end_time })}
            description={endsBeforeStart(draft) ? pastMidnight : undefined}
            error={errorFor('end_time')}
          />
        </div>
      )}
    </>
  );
}
