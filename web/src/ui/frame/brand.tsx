import classes from './brand.module.css';

/** Our logo and name: a stall in the shape of an L, with a car in it. */
export function Brand() {
  return (
    <span className={classes.brand}>
      <svg viewBox="0 0 32 32" className={classes.mark} aria-hidden focusable="false">
        <rect className={classes.ground} width="32" height="32" rx="7.5" />
        <path className={classes.stall} d="M8.5 7v17.5h16" />
        <rect className={classes.car} x="13.75" y="6.5" width="10.25" height="13" rx="3.25" />
      </svg>
      Lotkeeper
    </span>
  );
}
