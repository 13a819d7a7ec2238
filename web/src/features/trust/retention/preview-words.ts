import type { RetentionClass } from '@lotkeeper/contract/trust/retention-classes';
import { retentionTexts } from '@lotkeeper/contract/trust/retention-classes';
import { formatCount } from '../../../kernel/format.ts';

export function describePreview(
  name: RetentionClass,
  { due, retained, more }: { due: number; retained: number; more: boolean },
): string {
  const { counted } = retentionTexts[name];
  const count = `${more ? 'at least ' : ''}${formatCount(due)}`;
  const deleted =
    due === 0 && !more
      ? `No ${counted} are old enough to be deleted yet. From tomorrow night on, those that become older are.`
      : `From tomorrow night on, older ${counted} are deleted. Now that’s ${count}. They can’t be restored.`;
  if (retained === 0) return deleted;
  return `${deleted} ${formatCount(retained)} older ones stay, because a rental, a violation, a dispute, or a hold needs them.`;
}
