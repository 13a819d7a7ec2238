import classes from './skeleton.module.css';
import { Stat, StatGrid } from './stat.tsx';

/** One grey bar in the place of something that loads; sizes are CSS lengths. */
export function Bone({ width = '100%', height = '1rem' }: { width?: string; height?: string }) {
  return <span className={classes.bone} style={{ width, height }} />;
}

const upTo = (count: number) => Array.from({ length: count }, (_, i) => i);

/** The shape of a table: rows of bars. */
export function TableSkeleton({ rows, columns }: { rows: number; columns: number }) {
  return (
    <div className={classes.rows}>
      {upTo(rows).map((row) => (
        <div key={row} className={classes.row}>
          {upTo(columns).map((column) => (
            <Bone key={column} />
          ))}
        </div>
      ))}
    </div>
  );
}

/** The shape of a stat grid. */
export function StatGridSkeleton({ count }: { count: number }) {
  return (
    <StatGrid>
      {upTo(count).map((i) => (
        <Stat
          key={i}
          label={<Bone width="6rem" />}
          value={<Bone width="8rem" height="1.75rem" />}
        />
      ))}
    </StatGrid>
  );
}
