import { TriangleAlert } from 'lucide-react';
import { isLoopback } from './camera-origin.ts';
import classes from './cameras.module.css';

/** Warns that cameras can't reach a URL, and says what to set on the server. */
export function UnreachableNote({ origin }: { origin: string }) {
  if (!isLoopback(origin)) return null;
  return (
    <p className={classes.warning} role="alert">
      <TriangleAlert size={16} aria-hidden />
      <span>
        A camera can’t reach {new URL(origin).host}: that is only this computer. On the server, set{' '}
        <code>PUBLIC_URL</code> to the URL that cameras can reach, or open Lotkeeper by that URL. If
        nothing is in front of the server, set <code>HOST=0.0.0.0</code> too.
      </span>
    </p>
  );
}
