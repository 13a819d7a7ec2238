import { plateStates } from '@lotkeeper/contract/kernel/state-names';
import type { RequestKind } from '@lotkeeper/contract/trust/privacy-classes';
import type { PrivacyRequest } from '@lotkeeper/contract/trust/privacy-requests';
import {
  createPrivacyRequest,
  listPrivacyRequests,
} from '@lotkeeper/contract/trust/privacy-requests';
import { useSend } from '../../../kernel/queries.ts';
import { Form } from '../../../ui/form/form.tsx';
import { SearchSelect } from '../../../ui/form/search-select.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';
import { findProblems, useForm } from '../../../ui/form/use-form.ts';
import { Segments } from '../../../ui/frame/segments.tsx';
import { kindTexts } from './request-words.ts';

const anyState = 'any';

const stateOptions = [
  { value: anyState, label: 'Any state' },
  ...plateStates.map(({ pair, name, state }) => ({ value: pair, label: `${name} (${state})` })),
];

interface Fields {
  kind: RequestKind;
  value: string;
  pair: string;
}

const toBody = ({ kind, value, pair }: Fields) => {
  const state = plateStates.find((option) => option.pair === pair)?.state;
  return { kind, value, ...(kind === 'plate' && state ? { plate_state: state } : {}) };
};

interface RequestSearchProps {
  organizationId: string;
  onFound: (request: PrivacyRequest) => void;
}

/** Opens a request about a plate, an email, or a phone. */
export function RequestSearch({ organizationId, onFound }: RequestSearchProps) {
  const create = useSend(createPrivacyRequest, [listPrivacyRequests]);
  const form = useForm<Fields>({
    initial: { kind: 'plate', value: '', pair: anyState },
    validate: (fields) => findProblems(createPrivacyRequest.body, toBody(fields)),
    send: create,
    onSubmit: (fields) =>
      create.mutate(
        { params: { id: organizationId }, body: toBody(fields) },
        {
          onSuccess: (request) => {
            form.reset({ ...fields, value: '' });
            onFound(request);
          },
        },
      ),
  });
  const { kind, pair } = form.values;
  return (
    <Form form={form} submit="Search">
      <Segments
        label="Search by"
        options={(Object.keys(kindTexts) as RequestKind[]).map((value) => ({
          value,
          label: kindTexts[value].label,
        }))}
        chosen={kind}
        onChange={(next) => form.reset({ kind: next, value: '', pair })}
      />
      <div className="ui-fields">
        <TextInput
          label={kindTexts[kind].label}
          description={kindTexts[kind].hint}
          type={kindTexts[kind].inputType}
          maxLength={200}
          autoComplete="off"
          {...form.text('value')}
        />
        {kind === 'plate' ? (
          <SearchSelect
            label="State of the plate"
            description="Records without a state are included."
            options={stateOptions}
            value={pair}
            onChoose={(value) => form.set({ pair: value })}
            error={form.errorFor('plate_state')}
          />
        ) : null}
      </div>
    </Form>
  );
}
