import { Bone } from './skeleton.tsx';
import { Stat, StatGrid } from './stat.tsx';

/** The shape of a stat grid. */
export function StatGridSkeleton({ count }: { count: number }) {
  return (
    <StatGrid>
      {Array.from({ length: count }, (_, i) => (
        <Stat
          key={i}
          label={<Bone width="6rem" />}
          value={<Bone width="8rem" height="1.75rem" />}
        />
      ))}
    </StatGrid>
  );
}
