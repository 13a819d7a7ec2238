import type { BankLine, BankQuestion } from '@lotkeeper/contract/money/bank';
import { decideBankLine } from '@lotkeeper/contract/money/bank';
import { useState } from 'react';
import { formatCount, formatDate, formatMoneyExact } from '../../../kernel/format.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Choices } from '../../../ui/form/choices.tsx';
import formClasses from '../../../ui/form/form.module.css';
import { FailureText, FormFailure } from '../../../ui/form/form-failure.tsx';
import { OneChoice } from '../../../ui/form/one-choice.tsx';
import { Panel } from '../../../ui/frame/panel.tsx';
import { UserText } from '../../../ui/frame/user-text.tsx';
import { useDecision } from './bank.api.ts';
import classes from './bank.module.css';
import { describePayout } from './bank-words.ts';

/** A transaction of the bank in one line. */
export function LineText({ line }: { line: BankLine }) {
  return (
    <>
      <strong>{formatMoneyExact(line.amount)}</strong> on {formatDate(line.local_date)}:{' '}
      <UserText>{line.descriptor}</UserText>
    </>
  );
}

interface QuestionsPanelProps {
  organizationId: string;
  questions: readonly BankQuestion[];
  count: number;
  /** Called with the line whose payouts somebody chose. */
  onDecided: (line: BankLine) => void;
}

/** What the rules can't decide, each with the payouts that it may be. */
export function QuestionsPanel(props: QuestionsPanelProps) {
  const { organizationId, questions, count, onDecided } = props;
  if (questions.length === 0) return null;
  return (
    <Panel title={`For you to decide (${formatCount(count)})`}>
      <ul className="ui-columns">
        {questions.map((question) => (
          <li key={question.line.pk}>
            <Question {...{ organizationId, question, onDecided }} />
          </li>
        ))}
      </ul>
      {count > questions.length ? (
        <p className="ui-note ui-top">
          And {formatCount(count - questions.length)} more, which appear as you decide.
        </p>
      ) : null}
    </Panel>
  );
}

interface QuestionProps {
  organizationId: string;
  question: BankQuestion;
  onDecided: (line: BankLine) => void;
}

function Question({ organizationId, question, onDecided }: QuestionProps) {
  const { kind, line, payouts } = question;
  const only = kind === 'several' && payouts.length === 1 ? payouts : [];
  const [chosen, setChosen] = useState(() => only.map(({ pk }) => String(pk)));
  const decision = useDecision(() => onDecided(line));
  const options = payouts.map((payout) => ({
    value: String(payout.pk),
    label: describePayout(payout),
  }));
  const decide = (pks: number[]) =>
    decision.mutate({
      body: { organization: Number(organizationId), line: line.pk, payouts: pks },
    });
  const choose = (values: string[]) => {
    decision.reset();
    setChosen(values);
  };
  return (
    <div className={classes.decision}>
      <p>
        <LineText line={line} />
      </p>
      {kind === 'sum' ? (
        <Choices
          label="These payouts may have arrived together"
          options={options}
          chosen={chosen}
          onChange={choose}
        />
      ) : (
        <OneChoice
          label={
            payouts.length === 1
              ? 'Another transaction fits this payout too'
              : 'Which payout is it?'
          }
          options={options}
          chosen={chosen[0] ?? null}
          onChange={(value) => choose([value])}
        />
      )}
      <FailureText>{decision.error?.fields.payouts}</FailureText>
      <FormFailure error={decision.error} action={decideBankLine.failure} />
      <div className={formClasses.buttons}>
        <Button variant="default" disabled={decision.isPending} onClick={() => decide([])}>
          None of these
        </Button>
        <Button
          disabled={chosen.length === 0}
          loading={decision.isPending}
          onClick={() => decide(chosen.map(Number))}
        >
          Save
        </Button>
      </div>
    </div>
  );
}
