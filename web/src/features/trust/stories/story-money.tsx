import type { Story, StoryEntry, StoryMoney } from '@lotkeeper/contract/trust/stories';
import { explainEntry, explainTotals, listEntryNotes } from '@lotkeeper/contract/trust/story-sums';
import { explainPrice } from '@lotkeeper/contract/trust/story-words';
import { ReceiptText } from 'lucide-react';
import { useState } from 'react';
import { formatInstant, formatMoneyExact } from '../../../kernel/format.ts';
import { entryKindNames } from '../../../shared/entry-names.ts';
import { EmptyState } from '../../../ui/data/states.tsx';
import { SumTable } from '../../../ui/data/sum-table.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import { UserText } from '../../../ui/frame/user-text.tsx';
import { HandPaymentDialog } from '../../people/rentals/public.ts';
import classes from './stories.module.css';

/** An entry's name: its kind and time. */
const nameEntry = ({ kind, happened_at }: StoryEntry, timezone: string) =>
  `${entryKindNames[kind]} on ${formatInstant(happened_at / 1000, timezone)}`;

/** How each ledger entry adds up, from the price to the payout; only Admins receive it. */
export function StoryMoneyPanel({ story, money }: { story: Story; money: StoryMoney }) {
  const { price, rental, property } = story;
  const [isEntering, setIsEntering] = useState(false);
  const isFolded = money.entries.length > 1;
  const explanations = price && rental ? explainPrice(price, rental.source) : [];
  return (
    <Panel
      title="How the money adds up"
      actions={
        rental ? (
          <Button variant="default" size="compact-sm" onClick={() => setIsEntering(true)}>
            Enter a payment
          </Button>
        ) : undefined
      }
    >
      {rental && isEntering ? (
        <HandPaymentDialog
          rental={rental.uuid}
          timezone={property.timezone}
          onClose={() => setIsEntering(false)}
        />
      ) : null}
      {explanations.map((explanation) => (
        <p key={explanation} className={classes.price}>
          <UserText>{explanation}</UserText>
        </p>
      ))}
      {money.entries.length === 0 ? (
        <EmptyState
          icon={ReceiptText}
          title="No money moved"
          text="Charges, refunds and penalties will be listed here, each with its tax, fees and payout."
        />
      ) : (
        <>
          {isFolded ? <Totals money={money} /> : null}
          {money.entries.map((entry) => (
            // Those behind the totals are a line that opens.
            <details key={entry.pk} className={classes.entry} open={!isFolded}>
              <summary className="ui-strong ui-bottom">
                {nameEntry(entry, property.timezone)}
                {isFolded ? ` · Net ${formatMoneyExact(entry.net)}` : ''}
              </summary>
              <SumTable
                caption={nameEntry(entry, property.timezone)}
                groups={explainEntry(entry)}
              />
              {listEntryNotes(entry).map((note) => (
                <p key={note} className="ui-note">
                  {note}
                </p>
              ))}
            </details>
          ))}
        </>
      )}
    </Panel>
  );
}

function Totals({ money }: { money: StoryMoney }) {
  return (
    <section className={classes.entry}>
      <h3 className="ui-bottom">All together</h3>
      <SumTable caption="All together" groups={explainTotals(money.totals)} />
    </section>
  );
}
