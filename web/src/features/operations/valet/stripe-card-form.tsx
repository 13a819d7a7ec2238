import { putCardOnFile, startCardSetup } from '@lotkeeper/contract/operations/valet';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../kernel/api.ts';
import { useSpeech, useTexts } from '../../../kernel/language.ts';
import type { StripeFields } from '../../../shared/stripe-fields.ts';
import { openStripeFields } from '../../../shared/stripe-fields.ts';
import { Button } from '../../../ui/form/button.tsx';
import formClasses from '../../../ui/form/form.module.css';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { driverTexts } from './driver-texts.ts';
import { callInTime } from './valet.api.ts';

interface StripeCardFormProps {
  /** The token in the driver's link. */
  token: string;
  publishableKey: string;
  onSaved: () => void;
  onCancel: () => void;
}

/** Mounts the fields in the element, and removes them with it. */
function useFields({ token, publishableKey }: StripeCardFormProps) {
  const { language: locale } = useSpeech();
  const target = useRef<HTMLDivElement>(null);
  const [fields, setFields] = useState<StripeFields | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  useEffect(() => {
    let isGone = false;
    let current: StripeFields | null = null;
    const open = async (element: HTMLElement) => {
      const { client_secret } = await callInTime(startCardSetup, { params: { token } });
      if (client_secret === null || isGone) return;
      current = await openStripeFields(element, {
        publishableKey,
        clientSecret: client_secret,
        locale,
      });
      if (isGone) current.remove();
      else setFields(current);
    };
    if (target.current) {
      open(target.current).catch((reason: unknown) => {
        if (isGone) return;
        setError(
          reason instanceof ApiError
            ? reason
            : new ApiError(0, { detail: startCardSetup.failure, code: 'offline' }),
        );
      });
    }
    return () => {
      isGone = true;
      current?.remove();
    };
  }, [token, publishableKey, locale]);
  return { target, fields, error };
}

/** A card form with Stripe's own fields: we get the confirmed card's id, and never its number. */
export function StripeCardForm(props: StripeCardFormProps) {
  const { token, onSaved, onCancel } = props;
  const texts = useTexts(driverTexts);
  const { target, fields, error } = useFields(props);
  const save = useMutation<unknown, ApiError, StripeFields>({
    mutationFn: async (confirmable) => {
      const setup = await confirmable.confirm();
      return callInTime(putCardOnFile, { params: { token }, body: { token: setup } });
    },
    networkMode: 'always',
    gcTime: 0,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (fields) save.mutate(fields, { onSuccess: onSaved });
  };
  return (
    <form className={formClasses.form} onSubmit={submit} noValidate>
      <p className={formClasses.note}>{texts.stripeNote}</p>
      <div ref={target} />
      <FormFailure error={save.error ?? error} />
      <Button type="submit" size="lg" fullWidth disabled={!fields} loading={save.isPending}>
        {texts.save}
      </Button>
      <Button variant="default" size="lg" fullWidth onClick={onCancel}>
        {texts.cancel}
      </Button>
    </form>
  );
}
