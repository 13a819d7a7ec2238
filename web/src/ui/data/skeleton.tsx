import type { ReactNode } from 'react';
import classes from './skeleton.module.css';

/** A gray bar in place of something that is loading; sizes are CSS lengths. */
export function Bone(props: { width?: string; height?: string; 'data-grows'?: true }) {
  const { width = '100%', height = '1rem', ...rest } = props;
  return <span className={classes.bone} style={{ width, height }} {...rest} />;
}

/** Words in place of others of about the same length, so that both wrap alike. */
export function BoneText({ children }: { children: string }) {
  return (
    <span className={classes.boneText} aria-hidden>
      {children}
    </span>
  );
}

/** What a read answered, in words; until then, words of about the same length, and nothing if it failed. */
export function ReadText<T>(props: {
  read: { data: T | undefined; error: unknown };
  like: string;
  children: (data: T) => ReactNode;
}) {
  const { data, error } = props.read;
  if (data !== undefined) return props.children(data);
  return error ? null : <BoneText>{props.like}</BoneText>;
}

/** The whole numbers from 0 to count - 1. */
export const upTo = (count: number) => Array.from({ length: count }, (_, i) => i);

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
