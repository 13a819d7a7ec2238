import { now } from '../../kernel/clock.ts';
import { epochMillis, formatInstantInZone, formatWhen, nameZone } from '../../kernel/format.ts';
import classes from './plate.module.css';

interface WhenProps {
  /** Epoch seconds, or ISO text with an offset. */
  at: number | string;
  zone: string;
  /** For lists with times of several zones. */
  isZoneNamed?: boolean;
}

/** A time in a list, as short as its day allows; its title has the year and the zone. */
export function When({ at, zone, isZoneNamed = false }: WhenProps) {
  return (
    <time className="ui-nowrap" title={formatInstantInZone(at, zone)}>
      {formatWhen(at, now(), zone)}
      {isZoneNamed ? (
        <span className={classes.quiet}> {nameZone(epochMillis(at), zone)}</span>
      ) : null}
    </time>
  );
}
