import type { SearchPurpose } from '@lotkeeper/contract/kernel/searches';
import {
  formatPurpose,
  maxPurposeNote,
  parsePurpose,
  purposeMinutes,
  searchPurposeNames,
  searchPurposes,
} from '@lotkeeper/contract/kernel/searches';
import { Form } from '../../../ui/form/form.tsx';
import { OneChoice } from '../../../ui/form/one-choice.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { Dialog } from '../../../ui/frame/dialog.tsx';

const title = 'What are you searching for?';

interface Draft {
  purpose: SearchPurpose | null;
  note: string;
}

const toHeader = ({ purpose, note }: Draft & { purpose: SearchPurpose }) =>
  formatPurpose({ purpose, note: purpose === 'other' ? note.trim() : null });

function findProblems({ purpose, note }: Draft) {
  if (purpose === null) return { purpose: 'Please choose a purpose' };
  if (purpose !== 'other') return {};
  if (note.trim() === '') return { note: 'Please enter a purpose' };
  return parsePurpose(toHeader({ purpose, note })) ? {} : { note: 'Please enter other text' };
}

interface PurposeDialogProps {
  /** Receives the purpose in the form that searches send. */
  onState: (purpose: string) => void;
  onClose: () => void;
}

/** Asks why someone searches for a plate or a person. */
export function PurposeDialog({ onState, onClose }: PurposeDialogProps) {
  const form = useForm<Draft>({
    initial: { purpose: null, note: '' },
    validate: findProblems,
    send: null,
    onSubmit: ({ purpose, note }) => {
      if (purpose) onState(toHeader({ purpose, note }));
    },
  });
  const { purpose } = form.values;
  return (
    <Dialog title={title} size="question" onClose={onClose}>
      <Form form={form} submit="Search" onCancel={onClose}>
        <p className="ui-bottom-wide">
          Your organization keeps a log of searches for plates and people. You’re asked again in{' '}
          {purposeMinutes} minutes.
        </p>
        <OneChoice
          label="Purpose"
          options={searchPurposeNames.map((value) => ({ value, label: searchPurposes[value] }))}
          chosen={purpose}
          onChange={(chosen) => form.set({ purpose: chosen })}
          error={form.errorFor('purpose')}
          required
        />
        {purpose === 'other' ? (
          <TextInput
            label="Describe the purpose"
            maxLength={maxPurposeNote}
            required
            {...form.text('note')}
          />
        ) : null}
      </Form>
    </Dialog>
  );
}
