import type { BookAccounts } from '@lotkeeper/contract/money/books';
import {
  bookLineNames,
  bookLines,
  getBookAccounts,
  setBookAccounts,
} from '@lotkeeper/contract/money/books';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { pickShown } from '../../../kernel/changes.ts';
import { useRead, useSend } from '../../../kernel/queries.ts';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import { TableSkeleton } from '../../../ui/data/skeleton.tsx';
import formClasses from '../../../ui/form/form.module.css';
import { Form } from '../../../ui/form/form.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';
import type { FormState } from '../../../ui/form/use-form.ts';
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
    <Dialog title="Accounts" size="table" onClose={props.onClose}>
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
  const [shownAccounts] = useState(accounts);
  const save = useSend(setBookAccounts, [getBookAccounts]);
  const form = useForm<BookAccounts>({
    initial: accounts,
    validate: (body) => findProblems(setBookAccounts.body, body),
    send: save,
    onSubmit: (body) =>
      save.mutate(
        {
          params: { id: organizationId },
          body: { ...body, shown: pickShown(setBookAccounts, shownAccounts) },
        },
        { onSuccess: onClose },
      ),
  });
  return (
    <Form
      form={form}
      submit="Save"
      reason={form.explain(
        'save',
        Object.fromEntries(bookLineNames.map((line) => [line, bookLines[line].label])),
      )}
      onCancel={onClose}
    >
      <p className="ui-dimmed">
        Write each account as your books have it: its name, with the parent and a colon for a
        subaccount, or its number. Xero takes numbers alone. Income is without tax.
      </p>
      <div className={formClasses.pair}>
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
      </div>
      <AuthorityFields organizationId={organizationId} form={form} />
    </Form>
  );
}

/** The account of each authority's tax, which may be left empty. */
function AuthorityFields(props: { organizationId: string; form: FormState<BookAccounts> }) {
  const { organizationId, form } = props;
  const { authorities, tax } = form.values;
  const taxes = (
    <Link to="/organization/$organizationId/taxes" params={{ organizationId }}>
      Taxes
    </Link>
  );
  const change = (chosen: string, text: string) =>
    form.set({
      authorities: authorities.map(({ authority, account }) => ({
        authority,
        account: authority !== chosen ? account : text.trim() === '' ? null : text,
      })),
    });
  return (
    <details>
      <summary className={formClasses.legend}>Tax payable by authority</summary>
      <p className="ui-dimmed">
        {authorities.length === 0 ? (
          <>No authority has a rate yet. Add rates on the page {taxes} to book their tax apart.</>
        ) : (
          <>
            The authorities that have rates on the page {taxes}. Leave empty for the account of tax
            payable.
          </>
        )}
      </p>
      <div className={formClasses.pair}>
        {authorities.map(({ authority, account }, index) => (
          <TextInput
            key={authority}
            label={authority}
            placeholder={tax}
            value={account ?? ''}
            onChange={(event) => change(authority, event.currentTarget.value)}
            error={form.errorFor(`authorities.${index}.account`)}
            maxLength={150}
          />
        ))}
      </div>
    </details>
  );
}
