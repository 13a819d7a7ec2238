import type { ReactNode } from 'react';
import { Brand } from '../../../ui/frame/brand.tsx';
import classes from './login.module.css';

/** The frame of every sign-in page: our name and, in a wide window, a showcase of the product. */
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

/** Twelve months of a made-up property, in percent of the best one. */
const exampleMonths = [46, 42, 55, 58, 63, 71, 78, 74, 69, 82, 100, 57];

/** The product at a glance. The drawing says nothing that the text next to it doesn't. */
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
          <span>Example lot, this month so far</span>
          <span className={classes.plate}>LOT 2468</span>
        </div>
        <div className={classes.exampleValue}>$48,154</div>
        <div className={classes.bars}>
          {exampleMonths.map((height, month) => (
            // oxlint-disable-next-line react/no-array-index-key -- the index is the month
            <span key={month} style={{ height: `${height}%` }} />
          ))}
        </div>
      </div>
    </div>
  );
}
