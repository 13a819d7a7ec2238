import type { TextPart } from '@lotkeeper/contract/money/letters';
import { useRouter } from '@tanstack/react-router';
import type { MouseEvent } from 'react';

const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

/** Words, as a link if they open a page. Its path comes from the server, so that the mail has the same. */
function Part({ text, path }: TextPart) {
  const router = useRouter();
  if (path === null) return text;
  const open = (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    router.history.push(path);
  };
  return (
    <a href={path} onClick={open}>
      {text}
    </a>
  );
}

/** A line of a letter. */
export const TextLine = ({ line }: { line: readonly TextPart[] }) =>
  line.map((part, index) => <Part key={`${index} ${part.text}`} {...part} />);
