import type { ReactNode } from 'react';
import { Bone, BoneText, upTo } from './skeleton.tsx';
import { Stat, StatGrid } from './stat.tsx';

const renderStat = (index: number, note: ReactNode) => (
  <Stat
    key={index}
    label={<Bone width="6rem" />}
    value={<Bone width="8rem" height="1.95rem" />}
    note={note}
  />
);

/** A stat grid's skeleton, with the lines of the notes below its numbers. */
export function StatGridSkeleton({ count, noteLines = 0 }: { count: number; noteLines?: number }) {
  const lines = upTo(noteLines).map((line) => <Bone key={line} width="9rem" height="1.2em" />);
  return <StatGrid>{upTo(count).map((i) => renderStat(i, lines))}</StatGrid>;
}

/** The skeleton of stats whose notes may wrap: each with lines about as long as those of its note. */
export function NotedStatsSkeleton({ notes }: { notes: readonly (readonly string[])[] }) {
  return (
    <StatGrid>
      {notes.map((lines, i) =>
        renderStat(
          i,
          lines.map((line) => (
            <div key={line}>
              <BoneText>{line}</BoneText>
            </div>
          )),
        ),
      )}
    </StatGrid>
  );
}
