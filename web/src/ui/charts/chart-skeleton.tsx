import { Bone, upTo } from '../data/skeleton.tsx';
import classes from './chart.module.css';

/** A chart's skeleton: the lines of title, caption, and legend, and the drawing at the chart’s `height`. */
export function ChartSkeleton({ lines = 1, height = 240 }: { lines?: number; height?: number }) {
  return (
    <div className={classes.figure}>
      <div className={classes.header}>
        <div className={classes.heading}>
          {upTo(lines).map((line) => (
            <div key={line} className={classes.skeletonLine}>
              <Bone width="60%" height="1em" />
            </div>
          ))}
        </div>
      </div>
      <div className={classes.plot}>
        <Bone height={`${height}px`} />
      </div>
    </div>
  );
}
