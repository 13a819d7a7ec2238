import type { AppealReason, Notice } from '@lotkeeper/contract/cars/appeals';
import { appealRules, sendAppeal } from '@lotkeeper/contract/cars/appeals';
import { useEffect, useState } from 'react';
import { forgetDraft, keepDraft, readDraft } from '../../../kernel/drafts.ts';
import { useSpeech, useTexts } from '../../../kernel/language.ts';
import { useFormats } from '../../../kernel/language-formats.ts';
import { useSend } from '../../../kernel/queries.ts';
import { PhoneInput } from '../../../shared/phone-input.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { OneChoice } from '../../../ui/form/one-choice.tsx';
import { TextArea } from '../../../ui/form/text-area.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';
import { findProblems, useForm, useRequestKey } from '../../../ui/form/use-form.ts';
import { Panel } from '../../../ui/frame/panel.tsx';
import { appealTexts } from './appeal-texts.ts';
import { ImageChooser } from './image-chooser.tsx';

interface AppealFormProps {
  notice: Notice;
  /** The appeal is in; its images are still to be sent. */
  onSent: (notice: Notice, images: readonly Blob[]) => void;
}

interface Values {
  reason: AppealReason | null;
  text: string;
  email: string;
  phone: string;
}

export function AppealForm({ notice, onSent }: AppealFormProps) {
  const texts = useTexts(appealTexts);
  const { language } = useSpeech();
  const { formatCount } = useFormats();
  const request = useRequestKey();
  const [images, setImages] = useState<readonly Blob[]>([]);
  const send = useSend(sendAppeal);
  const draft = `appeal:${notice.ticket.code}`;
  const toBody = ({ reason, ...values }: Values) => ({
    request,
    language,
    reason: reason ?? '',
    ...values,
  });
  const form = useForm<Values>({
    initial: { reason: null, text: '', email: '', phone: '', ...readDraft<Values>(draft) },
    validate: (values) => findProblems(sendAppeal.body, toBody(values)),
    send,
    onSubmit: ({ reason, ...values }) => {
      if (reason === null) return;
      const body = { request, language, reason, ...values };
      send.mutate(
        { params: { token: notice.token }, body },
        {
          onSuccess: (sentNotice) => {
            forgetDraft(draft);
            onSent(sentNotice, images);
          },
        },
      );
    },
  });
  const { values } = form;
  // A reload, a call or an empty battery loses nothing that was typed.
  useEffect(() => {
    if (values.text || values.email || values.phone || values.reason) keepDraft(draft, values);
  }, [draft, values]);
  const reasons = Object.entries(texts.reasons).map(([value, label]) => ({
    value: value as AppealReason,
    label,
  }));
  return (
    <Panel title={texts.appeal}>
      <Form form={form} submit={texts.send}>
        <OneChoice
          label={texts.why}
          options={reasons}
          chosen={form.values.reason}
          onChange={(reason) => form.set({ reason })}
          error={form.errorFor('reason')}
          required
        />
        <TextArea
          label={texts.what}
          description={texts.whatHint(formatCount(appealRules.maxText))}
          rows={6}
          required
          {...form.text('text')}
        />
        <ImageChooser images={images} onChange={setImages} />
        <TextInput
          label={texts.email}
          description={texts.emailHint}
          type="email"
          autoComplete="email"
          maxLength={254}
          {...form.text('email')}
        />
        <PhoneInput label={texts.phone} {...form.text('phone')} />
      </Form>
    </Panel>
  );
}
