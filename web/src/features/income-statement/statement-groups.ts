import type { StatementGroup, StatementLine } from '@lotkeeper/contract/statement-groups';
import { formatMoneyExact } from '../../kernel/format.ts';
import type { SumGroup, SumLine } from '../../ui/data/sum-table.tsx';

const toSumLine = ({ amount, ...line }: StatementLine): SumLine => ({
  ...line,
  amount: formatMoneyExact(amount),
});

/** The groups of a statement with their amounts as text, to the cent. */
export function toSumGroups(groups: readonly StatementGroup[]): SumGroup[] {
  return groups.map(({ lines, total, ...group }) => ({
    ...group,
    lines: lines.map(toSumLine),
    ...(total ? { total: toSumLine(total) } : {}),
  }));
}
