import type { StatementGroup, StatementLine } from '@lotkeeper/contract/money/statement-groups';
import type { ReactNode } from 'react';
import type { SumGroup, SumLine } from '../../../ui/data/sum-table.tsx';

/** A statement's groups with their amounts, formatted for the page. */
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
