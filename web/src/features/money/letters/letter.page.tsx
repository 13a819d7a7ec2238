import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { shiftPeriod } from '@lotkeeper/contract/money/changes';
import type { LetterKind, LetterPage as Page } from '@lotkeeper/contract/money/letters';
import {
  getLetter,
  letterKinds,
  letterNames,
  letterPeriods,
} from '@lotkeeper/contract/money/letters';
import { Link } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight, Mail } from 'lucide-react';
import { formatInstant } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/queries.ts';
import { LinkButton } from '../../../shared/link-button.tsx';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import { TableSkeleton } from '../../../ui/data/skeleton.tsx';
import { PageHeader } from '../../../ui/frame/page-header.tsx';
import { LetterChoice } from './letter-choice.tsx';
import { LetterContent } from './letter-content.tsx';

interface LetterPageProps {
  organizationId: string;
  kind: string;
  start: string;
}

const others: Record<LetterKind, string> = { weekly: 'week', monthly: 'month' };

/** A letter about a week or month, with the words of its mail. */
export function LetterPage({ organizationId, kind: given, start }: LetterPageProps) {
  const kind = letterKinds.find((name) => name === given) ?? 'weekly';
  const params = { orgId: organizationId, kind, start: start as LocalDate };
  const read = useRead(getLetter, { params });
  const { data } = read;
  return (
    <>
      <PageHeader
        title={letterNames[kind]}
        subtitle={data ? describeTime(data) : 'How it went, why, and what needs a look'}
        actions={<Neighbors {...{ organizationId, kind }} page={data ?? guessNeighbors(params)} />}
      />
      <div className="ui-aside">
        <DataPanel
          title={data?.letter?.title ?? 'Letter'}
          grows
          silentRefetch
          query={read}
          skeleton={<TableSkeleton rows={10} columns={2} />}
          isEmpty={({ letter }) => letter === null}
          empty={{
            icon: Mail,
            title: 'Nothing to say',
            text: `No revenue came in this ${others[kind]}, nor in those it is compared with.`,
          }}
        >
          {({ letter }) => (letter ? <LetterContent letter={letter} /> : null)}
        </DataPanel>
        <div className="ui-lines ui-screen">
          <LetterChoice organizationId={organizationId} />
          <p className="ui-note ui-top">
            Today’s figures are on{' '}
            <Link to="/organization/$organizationId/week" params={{ organizationId }}>
              This Week
            </Link>
            .
          </p>
        </div>
      </div>
    </>
  );
}

const describeTime = ({ written_at, timezone, was_sent }: Page) =>
  `${was_sent ? 'As it was sent on' : 'As of'} ${formatInstant(written_at / 1000, timezone)}`;

/** Most letters have one before them: its button is there before the letter is, so that nothing jumps. */
const guessNeighbors = ({ kind, start }: { kind: LetterKind; start: LocalDate }) => ({
  previous: shiftPeriod(letterPeriods[kind], start, -1),
  next: null,
});

function Neighbors(props: {
  organizationId: string;
  kind: LetterKind;
  page: Pick<Page, 'previous' | 'next'>;
}) {
  const { organizationId, kind, page } = props;
  const open = (start: string | null, label: React.ReactNode) =>
    start === null ? null : (
      <LinkButton
        to="/organization/$organizationId/letters/$kind/$start"
        params={{ organizationId, kind, start }}
      >
        {label}
      </LinkButton>
    );
  return (
    <>
      {open(
        page.previous,
        <>
          <ChevronLeft size={16} aria-hidden />
          {`Previous ${others[kind]}`}
        </>,
      )}
      {open(
        page.next,
        <>
          {`Next ${others[kind]}`}
          <ChevronRight size={16} aria-hidden />
        </>,
      )}
    </>
  );
}
