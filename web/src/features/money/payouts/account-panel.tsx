import type { PayoutAccount } from '@lotkeeper/contract/money/payouts';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { lowerFirst } from '../../../kernel/format.ts';
import { useIsAdmin } from '../../../shared/admin-only.tsx';
import { RowButton } from '../../../ui/data/row-actions.tsx';
import { Bone } from '../../../ui/data/skeleton.tsx';
import { BankDialog } from './bank-dialog.tsx';
import classes from './payouts.module.css';
import { EinDialog, RepresentativeDialog } from './secret-dialogs.tsx';

const dialogs = { bank: BankDialog, ein: EinDialog, representative: RepresentativeDialog };

/** The payout account, with an edit button for each part. */
export function AccountFacts(props: { account: PayoutAccount; organizationId: string }) {
  const { account, organizationId } = props;
  const [dialog, setDialog] = useState<keyof typeof dialogs | null>(null);
  const Opened = dialog && dialogs[dialog];
  const { bank_account: bank } = account;
  const isAdmin = useIsAdmin(organizationId);
  const edit = (name: keyof typeof dialogs) => (isAdmin ? () => setDialog(name) : null);
  return (
    <>
      <dl>
        <Fact label="Bank account" onEdit={edit('bank')}>
          {bank ? (
            <>
              {bank.bank_name}
              <span className={classes.digits}>
                <span aria-hidden>•••• </span>
                <span className="ui-hidden">ending in </span>
                {bank.last_four}
              </span>
            </>
          ) : (
            <Missing>Not set</Missing>
          )}
        </Fact>
        <Fact label="Organization EIN" onEdit={edit('ein')}>
          {account.has_ein ? 'On file' : <Missing>Not on file</Missing>}
        </Fact>
        <Fact label="Account representative" onEdit={edit('representative')}>
          {account.representative ?? <Missing>Not set</Missing>}
        </Fact>
      </dl>
      {Opened ? <Opened organizationId={organizationId} onClose={() => setDialog(null)} /> : null}
    </>
  );
}

export const AccountSkeleton = () => (
  <dl>
    {Object.keys(dialogs).map((name) => (
      <div key={name} className={classes.fact}>
        <dt className="ui-note">
          <Bone width="8rem" height="1.55em" />
        </dt>
        <dd className={classes.value}>
          <Bone width="12rem" height="1.55em" />
        </dd>
      </div>
    ))}
  </dl>
);

const Missing = ({ children }: { children: ReactNode }) => (
  <span className="ui-dimmed">{children}</span>
);

function Fact(props: { label: string; onEdit: (() => void) | null; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt className="ui-note">{props.label}</dt>
      <dd className={classes.value}>{props.children}</dd>
      {props.onEdit ? (
        <dd>
          <RowButton action="Edit" subject={lowerFirst(props.label)} onClick={props.onEdit} />
        </dd>
      ) : null}
    </div>
  );
}
