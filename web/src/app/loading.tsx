import { Bone } from '../ui/data/skeleton.tsx';
import classes from './page.module.css';

/** The outline of a page until there's something to show; `isAlone` where no menu is around it. */
export function Loading({ isAlone = false }: { isAlone?: boolean }) {
  return (
    <output className={classes.loading} data-alone={isAlone}>
      <span className="ui-hidden">Loading…</span>
      <Bone width="min(16rem, 60%)" height="1.75rem" />
      <Bone width="min(24rem, 80%)" />
      <span className="ui-columns">
        <Bone height="14rem" />
        <Bone height="14rem" />
      </span>
      <Bone height="20rem" />
    </output>
  );
}
