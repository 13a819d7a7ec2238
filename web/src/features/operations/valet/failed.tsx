import { useSpeech } from '../../../kernel/language.ts';
import { FailureText } from '../../../ui/form/form-failure.tsx';
import type { Failure } from './valet.rules.ts';

export function Failed({ failure }: { failure: Failure | null }) {
  const { translate } = useSpeech();
  if (!failure) return null;
  return (
    <FailureText>
      {translate(failure.title)}
      {failure.text ? (
        <>
          <br />
          {translate(failure.text)}
        </>
      ) : null}
    </FailureText>
  );
}
