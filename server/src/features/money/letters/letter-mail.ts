import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { LetterContent, LetterKind, TextLine } from '@lotkeeper/contract/money/letters';
import { letterPath, stopCallPath, stopPagePath } from '@lotkeeper/contract/money/letters';
import { mailBody } from '../../../kernel/messages/mail-body.ts';
import type { MailLine } from '../../../kernel/messages/mail-text.ts';
import type { MemberMessageContent } from '../../../records/platform/member-messages.ts';

export interface MailedLetter {
  organization: { pk: number; name: string };
  kind: LetterKind;
  start: LocalDate;
  letter: LetterContent;
}

const periods: Record<LetterKind, string> = { weekly: 'every Monday', monthly: 'every month' };

/** A letter as a mail: the words of its page, with links to the same pages. */
export function buildLetterMail(
  { organization, kind, start, letter }: MailedLetter,
  { publicUrl, stopToken }: { publicUrl: string; stopToken: string },
): MemberMessageContent {
  const toLine = (line: TextLine): MailLine => line.map(toPart);
  const toPart = ({ text, path }: TextLine[number]) =>
    path === null ? { text } : { text, link: `${publicUrl}${path}` };
  const { title, lead, sections, closing } = letter;
  const stopPage = `${publicUrl}${stopPagePath(stopToken)}`;
  const body = mailBody({
    heading: `${organization.name}, ${title}`,
    paragraphs: [...lead.map(toLine), ...(closing ? [closing] : [])],
    sections: sections.map((section) => ({
      title: section.title,
      figures: section.figures.map(({ label, value, notes }) => ({
        label,
        value: toPart(value),
        notes: notes.map(toLine),
      })),
      lines: section.lines.map(toLine),
    })),
    action: {
      label: 'Open it in Lotkeeper',
      link: `${publicUrl}${letterPath(organization.pk, kind, start)}`,
    },
    footer: [
      { text: `You get this ${periods[kind]} because you asked for it. ` },
      { text: 'Stop it', link: stopPage },
    ],
  });
  return {
    subject: `${organization.name}, ${title}`,
    ...body,
    unsubscribe: `${publicUrl}${stopCallPath(stopToken)}`,
  };
}
