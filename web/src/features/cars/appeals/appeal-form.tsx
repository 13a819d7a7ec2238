import type { AppealReason, Notice } from '@lotkeeper/contract/cars/appeals';
import {
  addAppealImage,
  appealReasons,
  appealRules,
  sendAppeal,
} from '@lotkeeper/contract/cars/appeals';
import { useState } from 'react';
import { call, failureMessage } from '../../../kernel/api.ts';
import { formatCount } from '../../../kernel/format.ts';
import { useSend } from '../../../kernel/queries.ts';
import { Form } from '../../../ui/form/form.tsx';
import { OneChoice } from '../../../ui/form/one-choice.tsx';
import { TextArea } from '../../../ui/form/text-area.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';
import { findProblems, useForm } from '../../../ui/form/use-form.ts';
import { Panel } from '../../../ui/frame/panel.tsx';
import { ImageChooser } from './image-chooser.tsx';

interface AppealFormProps {
  notice: Notice;
  onSent: (notice: Notice) => void;
  /** The appeal was sent, but an image wasn't. */
  onFailure: (failure: string) => void;
}

const reasons = Object.entries(appealReasons).map(([value, label]) => ({
  value: value as AppealReason,
  label,
}));

interface Values {
  reason: AppealReason | null;
  text: string;
  email: string;
  phone: string;
}

/** Sends the images of an appeal that was sent; returns the violation with those that arrived. */
async function sendImages(sentNotice: Notice, images: readonly Blob[]) {
  let notice = sentNotice;
  for (const body of images) {
    try {
      notice = await call(addAppealImage, { params: { token: sentNotice.token }, body });
    } catch (error) {
      const cause = failureMessage(error, addAppealImage.failure);
      return { notice, failure: `Your appeal was sent, but an image wasn’t: ${cause}` };
    }
  }
  return { notice, failure: '' };
}

export function AppealForm({ notice, onSent, onFailure }: AppealFormProps) {
  // One name per form: sent again after a lost answer, it's still one appeal.
  const [request] = useState(() => crypto.randomUUID());
  const [images, setImages] = useState<readonly Blob[]>([]);
  const [areImagesSending, setAreImagesSending] = useState(false);
  const send = useSend(sendAppeal);
  const toBody = ({ reason, ...values }: Values) => ({ request, reason: reason ?? '', ...values });
  const form = useForm<Values>({
    initial: { reason: null, text: '', email: '', phone: '' },
    validate: (values) => findProblems(sendAppeal.body, toBody(values)),
    send: { error: send.error, isPending: send.isPending || areImagesSending },
    onSubmit: ({ reason, ...values }) => {
      if (reason === null) return;
      const body = { request, reason, ...values };
      send.mutate(
        { params: { token: notice.token }, body },
        {
          onSuccess: async (sentNotice) => {
            setAreImagesSending(true);
            const { notice: complete, failure } = await sendImages(sentNotice, images);
            setAreImagesSending(false);
            onFailure(failure);
            onSent(complete);
          },
        },
      );
    },
  });
  return (
    <Panel title="Your appeal">
      <Form form={form} submit="Send appeal">
        <OneChoice
          label="Why do you appeal?"
          options={reasons}
          chosen={form.values.reason}
          onChange={(reason) => form.set({ reason })}
          error={form.errorFor('reason')}
          required
        />
        <TextArea
          label="What happened"
          description={`For example when and how you paid, or who let you park. Up to ${formatCount(appealRules.maxText)} characters.`}
          rows={6}
          required
          {...form.text('text')}
        />
        <ImageChooser images={images} onChange={setImages} />
        <TextInput
          label="Email"
          description="We answer by email or text message. Enter at least one."
          type="email"
          autoComplete="email"
          maxLength={254}
          {...form.text('email')}
        />
        <TextInput
          label="Phone"
          type="tel"
          autoComplete="tel"
          maxLength={40}
          {...form.text('phone')}
        />
      </Form>
    </Panel>
  );
}
