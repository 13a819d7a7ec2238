import type { BookAccounts } from '@lotkeeper/contract/money/books';
import {
  bookLineNames,
  bookLines,
  getBookAccounts,
  setBookAccounts,
} from '@lotkeeper/contract/money/books';
import { useRead, useSend } from '../../../kernel/queries.ts';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import { TableSkeleton } from '../../../ui/data/skeleton.tsx';
import formClasses from '../../../ui/form/form.module.css';
import { Form } from '../../../ui/form/form.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';
import { findProblems, useForm } from '../../../ui/form/use-form.ts';
import { Dialog } from '../../../ui/frame/dialog.tsx';

interface AccountsDialogProps {
  organizationId: string;
  onClose: () => void;
}

/** The accounts that journals are written to. */
export function AccountsDialog(props: AccountsDialogProps) {
  const accounts = useRead(getBookAccounts, { params: { id: props.organizationId } });
  return (
    <Dialog title="Accounts" onClose={props.onClose}>
      {accounts.data ? (
        <AccountsForm {...props} accounts={accounts.data} />
      ) : (
        <DataPanel query={accounts} skeleton={<TableSkeleton rows={10} columns={1} />}>
          {() => null}
        </DataPanel>
      )}
    </Dialog>
  );
}

function AccountsForm(props: AccountsDialogProps & { accounts: BookAccounts }) {
  const { organizationId, accounts, onClose } = props;
  const save = useSend(setBookAccounts, [getBookAccounts]);
  const form = useForm<BookAccounts>({
    initial: accounts,
    validate: (body) => findProblems(setBookAccounts.body, body),
    send: save,
    onSubmit: (body) =>
      save.mutate({ params: { id: organizationId }, body }, { onSuccess: onClose }),
  });
  return (
    <Form form={form} submit="Save" disabled={!form.isValid} onCancel={onClose}>
      <p className={formClasses.note}>
        Write each account as your books have it: its name, with the parent and a colon for a
        subaccount, or its number. Xero takes numbers alone.
      </p>
      {bookLineNames.map((line) => (
        <TextInput
          key={line}
          label={bookLines[line].label}
          description={bookLines[line].hint}
          {...form.text(line)}
          maxLength={150}
          required
        />
      ))}
    </Form>
  );
}
