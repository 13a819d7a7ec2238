import type { SavedAnswer } from '@lotkeeper/contract/cars/appeals';
import {
  appealRules,
  listAppealAnswers,
  saveAppealAnswers,
} from '@lotkeeper/contract/cars/appeals';
import { useState } from 'react';
import { useRead, useSend } from '../../../kernel/queries.ts';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import { TableSkeleton } from '../../../ui/data/skeleton.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { TextArea } from '../../../ui/form/text-area.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';
import { findProblems, useForm } from '../../../ui/form/use-form.ts';
import { Dialog } from '../../../ui/frame/dialog.tsx';
import classes from './appeals.module.css';

interface AnswersDialogProps {
  organizationId: string;
  onSaved: () => void;
  onClose: () => void;
}

/** The answers that staff can start with, which Admins edit. */
export default function AnswersDialog(props: AnswersDialogProps) {
  const { organizationId, onClose } = props;
  const saved = useRead(listAppealAnswers, { params: { id: organizationId } });
  return (
    <Dialog title="Saved answers" onClose={onClose}>
      <DataPanel query={saved} skeleton={<TableSkeleton rows={3} columns={1} />}>
        {({ answers }) => <AnswersForm {...props} answers={answers} />}
      </DataPanel>
    </Dialog>
  );
}

interface Row extends SavedAnswer {
  key: string;
}

const toRow = (answer: SavedAnswer): Row => ({ ...answer, key: crypto.randomUUID() });

function AnswersForm(props: AnswersDialogProps & { answers: readonly SavedAnswer[] }) {
  const { organizationId, answers, onSaved, onClose } = props;
  const [shownAnswers] = useState(answers);
  const save = useSend(saveAppealAnswers, [listAppealAnswers]);
  const toBody = (rows: readonly Row[]) => ({
    answers: rows.map(({ name, text }) => ({ name, text })),
  });
  const form = useForm<{ rows: readonly Row[] }>({
    initial: () => ({ rows: answers.map(toRow) }),
    validate: ({ rows }) => findProblems(saveAppealAnswers.body, toBody(rows)),
    send: save,
    onSubmit: ({ rows }) =>
      save.mutate(
        {
          params: { id: organizationId },
          body: { ...toBody(rows), shown: { answers: [...shownAnswers] } },
        },
        { onSuccess: onSaved },
      ),
  });
  const { rows } = form.values;
  const change = (key: string, changes: Partial<SavedAnswer>) =>
    form.set({ rows: rows.map((row) => (row.key === key ? { ...row, ...changes } : row)) });
  return (
    <Form form={form} submit="Save answers" onCancel={onClose}>
      {rows.length === 0 ? (
        <p className="ui-note">
          Save answers that you send often. Staff can start with one when they decide an appeal.
        </p>
      ) : null}
      {rows.map(({ key, name, text }, index) => (
        <fieldset key={key} className={classes.answer}>
          <legend className="ui-hidden">Answer {index + 1}</legend>
          <TextInput
            label="Name"
            maxLength={80}
            required
            value={name}
            onChange={(event) => change(key, { name: event.currentTarget.value })}
            onBlur={() => form.touch(`answers.${index}.name`)}
            error={form.errorFor(`answers.${index}.name`)}
          />
          <TextArea
            label="Answer"
            rows={3}
            required
            value={text}
            onChange={(event) => change(key, { text: event.currentTarget.value })}
            onBlur={() => form.touch(`answers.${index}.text`)}
            error={form.errorFor(`answers.${index}.text`)}
          />
          <div>
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={`Remove answer ${index + 1}`}
              onClick={() => form.set({ rows: rows.filter((row) => row.key !== key) })}
            >
              Remove
            </Button>
          </div>
        </fieldset>
      ))}
      {rows.length < appealRules.maxAnswers ? (
        <div>
          <Button
            variant="default"
            onClick={() => form.set({ rows: [...rows, toRow({ name: '', text: '' })] })}
          >
            Add an answer
          </Button>
        </div>
      ) : null}
    </Form>
  );
}
