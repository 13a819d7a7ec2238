import { Bone, upTo } from './skeleton.tsx';
import { Stat, StatGrid } from './stat.tsx';

/** A stat grid's skeleton, with the lines of the notes below its numbers. */
export function StatGridSkeleton({ count, noteLines = 0 }: { count: number; noteLines?: number }) {
  return (
    <StatGrid>
      {upTo(count).map((i) => (
        <Stat
          key={i}
          label={<Bone width="6rem" />}
          value={<Bone width="8rem" height="1.95rem" />}
          note={upTo(noteLines).map((line) => <Bone key={line} width="9rem" height="1.2em" />)}
        />
      ))}
    </StatGrid>
  );
}
