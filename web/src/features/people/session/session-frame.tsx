import type { ReactNode } from 'react';
import { Brand } from '../../../ui/frame/brand.tsx';
import classes from './login.module.css';

/** What stands around every way to sign in: our name, and on a wide window what waits behind it. */
export function SessionFrame({ children }: { children: ReactNode }) {
  return (
    <main className={classes.page}>
      <div className={classes.side}>
        <div className={classes.card}>
          <p className={classes.brand}>
            <Brand />
          </p>
          {children}
        </div>
      </div>
      <Showcase />
    </main>
  );
}

/** Twelve months of a made-up lot, in percent of the best one. */
const exampleMonths = [46, 42, 55, 58, 63, 71, 78, 74, 69, 82, 100, 57];

/** What the product is, in one look. The drawing says nothing that the sentence beside it doesn't. */
function Showcase() {
  return (
    <div className={classes.showcase}>
      <p className={classes.promise}>Know what your lots earn, and why.</p>
      <p className={classes.about}>
        Every payment, every refund and every car that your cameras see, in one place. Each figure
        comes from the same ledger that pays you.
      </p>
      <div className={classes.example} aria-hidden>
        <div className={classes.exampleTop}>
          <span>This month so far</span>
          <span className={classes.plate}>LOT 2468</span>
        </div>
        <div className={classes.exampleValue}>$48,154</div>
        <div className={classes.bars}>
          {exampleMonths.map((height, month) => (
            // oxlint-disable-next-line react/no-array-index-key -- a month is its place
            <span key={month} style={{ height: `${height}%` }} />
          ))}
        </div>
      </div>
    </div>
  );
}
