import { Tag } from '../frame/tag.tsx';
import { BoneText, upTo } from './skeleton.tsx';
import { Stat, StatGrid } from './stat.tsx';

/** A stat grid's skeleton, with the lines of the notes below its numbers. */
export const StatGridSkeleton = ({
  count,
  noteLines = 0,
}: {
  count: number;
  noteLines?: number;
}) => (
  <NotedStatsSkeleton notes={upTo(count).map(() => upTo(noteLines).map(() => 'Of 100 spaces'))} />
);

/** The skeleton of stats whose notes may wrap: each with lines about as long as those of its note. */
export function NotedStatsSkeleton({ notes }: { notes: readonly (readonly string[])[] }) {
  return (
    <StatGrid>
      {notes.map((lines, i) => (
        <Stat
          key={i}
          label={<BoneText>Net revenue</BoneText>}
          value={<BoneText>$100,000</BoneText>}
          note={lines.map((line, index) => (
            <div key={`${index} ${line}`}>
              <SampleLine line={line} />
            </div>
          ))}
        />
      ))}
    </StatGrid>
  );
}

/** A change is higher than the words beside it. */
function SampleLine({ line }: { line: string }) {
  const [mark, share, ...words] = line.split(' ');
  if (mark !== '▲') return <BoneText>{line}</BoneText>;
  return (
    <>
      <Tag tone="gray">{`${mark} ${share}`}</Tag> <BoneText>{words.join(' ')}</BoneText>
    </>
  );
}
