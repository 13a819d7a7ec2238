import type { ListedRule } from '@lotkeeper/contract/cars/appeal-rules';
import {
  appealRuleMessages,
  confirmAppealRule,
  listAppealRules,
} from '@lotkeeper/contract/cars/appeal-rules';
import { instant, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { formatDate } from '../../../kernel/format.ts';
import { useRead, useSend } from '../../../kernel/queries.ts';
import { Fact, Facts } from '../../../shared/ticket-evidence.tsx';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import { TableSkeleton } from '../../../ui/data/skeleton.tsx';
import { Button } from '../../../ui/form/button.tsx';
import form from '../../../ui/form/form.module.css';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { Dialog } from '../../../ui/frame/dialog.tsx';
import { Tag } from '../../../ui/frame/tag.tsx';
import classes from './appeals.module.css';

/** What the states of the properties require of appeals; each rule is off until an Admin confirms it. */
export default function RulesDialog(props: { organizationId: string; onClose: () => void }) {
  const params = { id: props.organizationId };
  const rules = useRead(listAppealRules, { params });
  const change = useSend(confirmAppealRule, [listAppealRules]);
  return (
    <Dialog title="Rules by state" size="table" onClose={props.onClose}>
      <div className="ui-stack">
        <p className="ui-note">{appealRuleMessages.notAdvice}</p>
        <DataPanel query={rules} skeleton={<TableSkeleton rows={3} columns={2} />}>
          {(listed) =>
            listed.rules.length === 0 ? (
              <p>No rule is known for the states of your properties.</p>
            ) : (
              listed.rules.map((rule) => (
                <Rule
                  key={`${rule.state} ${rule.valid_from}`}
                  rule={rule}
                  isPending={change.isPending}
                  onChange={(confirmed) => {
                    const { state, valid_from } = rule;
                    change.mutate({ params, body: { state, valid_from, confirmed } });
                  }}
                />
              ))
            )
          }
        </DataPanel>
        <FormFailure error={change.error} action={confirmAppealRule.failure} />
        <div className={form.buttons}>
          <Button variant="default" onClick={props.onClose}>
            Close
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

const SourceLink = ({ url, children }: { url: string; children: string }) => (
  <a href={url} target="_blank" rel="noopener noreferrer">
    {children}
  </a>
);

function Rule(props: {
  rule: ListedRule;
  isPending: boolean;
  onChange: (confirmed: boolean) => void;
}) {
  const { rule, isPending, onChange } = props;
  const { confirmed } = rule;
  return (
    <section className={classes.answer} aria-label={`Rule of ${rule.state}`}>
      <Facts>
        <Fact name="State">
          {rule.state} <Tag tone={confirmed ? 'green' : 'gray'}>{confirmed ? 'On' : 'Off'}</Tag>
        </Fact>
        <Fact name="Valid from">
          {formatDate(rule.valid_from)}, by{' '}
          <SourceLink url={rule.day_source_url}>{rule.day_source}</SourceLink>
        </Fact>
        {rule.days_to_appeal === null ? null : (
          <Fact name="Days to appeal">{rule.days_to_appeal}</Fact>
        )}
        {rule.days_to_decide === null ? null : (
          <Fact name="Days to answer">{rule.days_to_decide}</Fact>
        )}
        {rule.wording === null ? null : <Fact name="Required words">{rule.wording}</Fact>}
        <Fact name="Source">
          <SourceLink url={rule.source_url}>{rule.source}</SourceLink>, read on{' '}
          {formatDate(rule.looked_up_on)}
        </Fact>
        {confirmed ? (
          <Fact name="Confirmed">
            {confirmed.by}, {formatDate(toLocalDate(instant(confirmed.at), 'UTC'))}
          </Fact>
        ) : null}
      </Facts>
      <div>
        <Button variant="default" loading={isPending} onClick={() => onChange(!confirmed)}>
          {confirmed ? 'Turn off' : 'Confirm'}
        </Button>
      </div>
    </section>
  );
}
