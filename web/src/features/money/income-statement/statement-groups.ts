import type { StatementGroup, StatementLine } from '@lotkeeper/contract/money/statement-groups';
import type { ReactNode } from 'react';
import type { SumGroup, SumLine } from '../../../ui/data/sum-table.tsx';

/** The groups of a statement with their amounts as the page shows them. */
export function toSumGroups(
  groups: readonly StatementGroup[],
  renderAmount: (line: StatementLine) => ReactNode,
): SumGroup[] {
  const toSumLine = (line: StatementLine): SumLine => ({
    label: line.label,
    hint: line.hint,
    amount: renderAmount(line),
  });
  return groups.map(({ lines, total, ...group }) => ({
    ...group,
    lines: lines.map(toSumLine),
    ...(total ? { total: toSumLine(total) } : {}),
  }));
}
