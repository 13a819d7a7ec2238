import { toEpochSeconds } from '@lotkeeper/contract/kernel/calendar';
import { now } from '../../kernel/clock.ts';
import { timeZoneLabel } from '../../kernel/format.ts';
import classes from './detail.module.css';

/** Whose clock all times of the page are reported by. */
export function TimezoneLabel({ timezone }: { timezone: string }) {
  return (
    <p className={classes.zone}>All times in {timeZoneLabel(timezone, toEpochSeconds(now()))}</p>
  );
}
