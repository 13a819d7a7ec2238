import classes from './user-text.module.css';

/** Text that people typed, of any length and direction: it neither stretches nor reverses what is next to it. */
export function UserText({
  children,
  className,
}: {
  children: string;
  className?: string | undefined;
}) {
  return <bdi className={`${classes.text} ${className ?? ''}`}>{children}</bdi>;
}
