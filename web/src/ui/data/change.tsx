import { formatChange } from '../../kernel/format.ts';
import { Tag } from '../frame/tag.tsx';

/** How an amount changed where more is better, from an earlier one; nothing without an earlier one. */
export function Change({ before, amount }: { before: number; amount: number }) {
  if (before <= 0) return null;
  const text = formatChange(amount / before - 1);
  if (!text.includes(' ')) return <Tag tone="gray">{text}</Tag>;
  const isUp = amount > before;
  return (
    <Tag tone={isUp ? 'green' : 'red'}>
      <span role="img" aria-label={text.replace(/^./, isUp ? 'up' : 'down')}>
        {text}
      </span>
    </Tag>
  );
}
