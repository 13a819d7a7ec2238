import { describeVerdict } from '@lotkeeper/evidence/packet-words';
import type { Verdict } from '@lotkeeper/evidence/verify-packet';
import { FileX, ShieldCheck, ShieldEllipsis, ShieldX } from 'lucide-react';
import { useEffect, useRef } from 'react';
import classes from './verify.module.css';

const icons = {
  proved: ShieldCheck,
  'proved in part': ShieldEllipsis,
  failed: ShieldX,
  unreadable: FileX,
} as const;

const tones = {
  proved: 'green',
  'proved in part': 'amber',
  failed: 'red',
  unreadable: 'gray',
} as const;

/** The verdict in a word, with the problems. It takes the focus, so it's read aloud and scrolled into view. */
export function VerdictBanner({ verdict, fileName }: { verdict: Verdict; fileName: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { title, text } = describeVerdict(verdict);
  const Icon = icons[verdict.verdict];
  return (
    <section className={classes.banner} data-tone={tones[verdict.verdict]} aria-label="Verdict">
      <Icon size={32} aria-hidden />
      <div>
        <h2 ref={heading} tabIndex={-1} className={classes.verdict}>
          {title}
        </h2>
        <p className="ui-strong">{fileName}</p>
        <p>{text}</p>
      </div>
    </section>
  );
}
