import form from '../../ui/form/form.module.css';
import type { Failure } from './valet.rules.ts';

/** Says what did not happen, and what to do. */
export function Failed({ failure }: { failure: Failure | null }) {
  if (!failure) return null;
  return (
    <p className={form.failure} role="alert">
      {failure.title}
      {failure.text ? (
        <>
          <br />
          {failure.text}
        </>
      ) : null}
    </p>
  );
}
