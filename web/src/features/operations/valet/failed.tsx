import { FailureText } from '../../../ui/form/form-failure.tsx';
import type { Failure } from './valet.rules.ts';

export function Failed({ failure }: { failure: Failure | null }) {
  if (!failure) return null;
  return (
    <FailureText>
      {failure.title}
      {failure.text ? (
        <>
          <br />
          {failure.text}
        </>
      ) : null}
    </FailureText>
  );
}
