import type { SavedReport } from '@lotkeeper/contract/money/custom-reports';
import {
  createSavedReport,
  listSavedReports,
  renameSavedReport,
} from '@lotkeeper/contract/money/custom-reports';
import type { Sending } from '../../../kernel/api.ts';
import { pickShown } from '../../../kernel/changes.ts';
import { useSend } from '../../../kernel/queries.ts';
import { Form } from '../../../ui/form/form.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';
import { findProblems, useForm } from '../../../ui/form/use-form.ts';
import { Dialog } from '../../../ui/frame/dialog.tsx';
import type { ReportSetup } from './custom-reports.rules.ts';

interface NameDialogProps {
  title: string;
  description: string;
  confirm: string;
  before: string;
  send: Sending;
  failure: string;
  onName: (name: string) => void;
  onClose: () => void;
}

function NameDialog(props: NameDialogProps) {
  const { title, send, onClose } = props;
  const form = useForm({
    initial: { name: props.before },
    validate: (body) => findProblems(renameSavedReport.body, body),
    send,
    onSubmit: ({ name }) => props.onName(name.trim()),
  });
  return (
    <Dialog title={title} size="question" onClose={onClose}>
      <Form
        form={form}
        action={props.failure}
        submit={props.confirm}
        reason={form.explain('save', { name: 'the name' })}
        onCancel={onClose}
      >
        <TextInput
          label="Name"
          description={props.description}
          {...form.text('name')}
          maxLength={60}
          autoComplete="off"
          data-autofocus
          required
        />
      </Form>
    </Dialog>
  );
}

export type OpenDialog = { kind: 'save' } | { kind: 'rename'; report: SavedReport };

interface ActProps {
  onDone: (notice: string) => void;
  onClose: () => void;
}

function SaveDialog(props: { spot: { pk: number }; setup: ReportSetup } & ActProps) {
  const { spot, setup, onDone, onClose } = props;
  const save = useSend(createSavedReport, [listSavedReports]);
  const { measures, group, range, start, end } = setup;
  const dates = range === 'fixed' ? { start_date: start, end_date: end } : {};
  return (
    <NameDialog
      title="Save report"
      description={
        range === 'fixed'
          ? 'It always covers these dates.'
          : 'Its dates are calculated on the day you open it.'
      }
      confirm="Save"
      before=""
      send={save}
      failure={createSavedReport.failure}
      onName={(name) =>
        save.mutate(
          { body: { spot: spot.pk, name, measures, group, range, ...dates } },
          { onSuccess: () => onDone(`Saved ${name}.`) },
        )
      }
      onClose={onClose}
    />
  );
}

function RenameDialog({ report, onDone, onClose }: { report: SavedReport } & ActProps) {
  const rename = useSend(renameSavedReport, [listSavedReports]);
  return (
    <NameDialog
      title="Rename report"
      description="Everyone at this property sees it under this name."
      confirm="Rename"
      before={report.name}
      send={rename}
      failure={renameSavedReport.failure}
      onName={(name) =>
        rename.mutate(
          {
            params: { id: report.pk },
            body: { name, shown: pickShown(renameSavedReport, report) },
          },
          { onSuccess: () => onDone(`Renamed ${report.name} to ${name}.`) },
        )
      }
      onClose={onClose}
    />
  );
}

export default function ReportDialogs(
  props: ActProps & { spot: { pk: number }; setup: ReportSetup; dialog: OpenDialog },
) {
  const { dialog, onDone, onClose } = props;
  if (dialog.kind === 'save') return <SaveDialog {...props} />;
  return <RenameDialog report={dialog.report} {...{ onDone, onClose }} />;
}
