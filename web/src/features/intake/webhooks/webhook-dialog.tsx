import type { Webhook, WebhookSettings } from '@lotkeeper/contract/intake/webhooks';
import {
  changeWebhook,
  createWebhook,
  listWebhooks,
  webhookTypeNames,
} from '@lotkeeper/contract/intake/webhooks';
import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import { webhookTypes } from '@lotkeeper/contract/platform/webhook-payloads';
import { pickChanged, pickShown } from '../../../kernel/changes.ts';
import { useSend } from '../../../kernel/queries.ts';
import { Choices } from '../../../ui/form/choices.tsx';
import classes from '../../../ui/form/form.module.css';
import { Form } from '../../../ui/form/form.tsx';
import { MultiSelect } from '../../../ui/form/multi-select.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';
import { findProblems, useForm } from '../../../ui/form/use-form.ts';
import { Dialog } from '../../../ui/frame/dialog.tsx';
import { SecretDialog } from './secret-dialog.tsx';

const options = webhookTypeNames.map((value) => ({
  value,
  label: value,
  description: webhookTypes[value],
}));

interface WebhookDialogProps {
  organizationId: string;
  spots: readonly SpotSummary[];
  /** Absent = a new one is added. */
  webhook?: Webhook;
  onRemove?: () => void;
  onClose: () => void;
}

interface Values {
  url: string;
  types: WebhookSettings['types'];
  spots: readonly string[];
}

const toBody = ({ url, types, spots }: Values): WebhookSettings => ({
  url,
  types,
  spots: spots.length === 0 ? null : spots.map(Number),
});

const toValues = (webhook: Webhook | undefined): Values => ({
  url: webhook?.url ?? '',
  types: webhook?.types ?? [],
  spots: webhook?.spots?.map(({ pk }) => String(pk)) ?? [],
});

/** Adds a webhook and shows its secret, or changes one. */
export function WebhookDialog(props: WebhookDialogProps) {
  const { organizationId, spots, webhook, onRemove, onClose } = props;
  const create = useSend(createWebhook, [listWebhooks]);
  const change = useSend(changeWebhook, [listWebhooks]);
  const params = { id: organizationId };
  const form = useForm<Values>({
    initial: () => toValues(webhook),
    validate: (values) => findProblems(createWebhook.body, toBody(values)),
    send: webhook ? change : create,
    onSubmit: (values) => {
      const body = toBody(values);
      if (!webhook) return create.mutate({ params, body });
      const webhookParams = { ...params, webhook: webhook.pk };
      const changed = pickChanged(body, toBody(toValues(webhook)));
      const shown = pickShown(changeWebhook, webhook);
      return change.mutate(
        { params: webhookParams, body: { ...changed, shown } },
        { onSuccess: onClose },
      );
    },
  });
  if (create.data) return <SecretDialog secret={create.data.secret} onClose={onClose} />;
  const { values, set, text, errorFor } = form;
  return (
    <Dialog title={webhook ? 'Edit webhook' : 'Add a webhook'} size="table" onClose={onClose}>
      <Form
        form={form}
        submit={webhook ? 'Save' : 'Add webhook'}
        reason={form.explain(webhook ? 'save' : 'add the webhook', {
          url: 'the URL',
          types: 'the events',
        })}
        onCancel={onClose}
        onDelete={onRemove}
        deleteLabel="Remove"
      >
        <div className={classes.pair}>
          <TextInput
            label="URL"
            description="Where messages are posted, as JSON."
            placeholder="https://"
            {...text('url')}
            maxLength={500}
            data-autofocus
            required
          />
          <MultiSelect
            label="Properties"
            placeholder="All, and payouts"
            options={spots.map(({ pk, name }) => ({ value: String(pk), label: name }))}
            chosen={values.spots}
            onChange={(chosen) => set({ spots: chosen })}
            error={errorFor('spots')}
          />
        </div>
        <Choices
          label="Events"
          options={options}
          chosen={values.types}
          onChange={(types) => set({ types })}
          error={errorFor('types')}
        />
      </Form>
    </Dialog>
  );
}
