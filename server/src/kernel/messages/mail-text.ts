/** Words of a line, and the URL that they open. Plain text has the words only. */
export interface MailPart {
  text: string;
  link?: string;
}
export type MailLine = string | readonly MailPart[];

/** A part of an email with a title: figures beneath one another, then lines. */
export interface MailSection {
  title: string;
  figures: readonly { label: string; value: MailPart; notes: readonly MailLine[] }[];
  lines: readonly MailLine[];
}

interface MailLink {
  label: string;
  link: string;
}

/** One of several things that an email is about. */
export interface MailItem {
  title: string;
  lines: readonly string[];
  links: readonly MailLink[];
}

/** The contents of an email, rendered as text and HTML with the same words. */
export interface MailContent {
  /** By default, it's in English. */
  language?: 'en' | 'es';
  heading: string;
  paragraphs: readonly MailLine[];
  sections?: readonly MailSection[];
  items?: readonly MailItem[];
  /** A code to type elsewhere. */
  code?: string;
  action?: MailLink;
  /** At the bottom: what to do about an unexpected email. */
  footer: MailLine;
}

export const toParts = (line: MailLine): readonly MailPart[] =>
  typeof line === 'string' ? [{ text: line }] : line;

const toText = (line: MailLine) =>
  toParts(line)
    .map(({ text }) => text)
    .join('');

/** The title above its lines, each figure with its notes in parentheses. */
function renderTextSection({ title, figures, lines }: MailSection): string {
  const rows = figures.map(({ label, value, notes }) => {
    const note = notes.map(toText).join('; ');
    return `${label}: ${value.text}${note ? ` (${note})` : ''}`;
  });
  return [title.toUpperCase(), ...rows, ...lines.map((line) => `- ${toText(line)}`)].join('\n');
}

const renderTextItem = ({ title, lines, links }: MailItem) =>
  [title, ...lines, ...links.map(({ label, link }) => `${label}: ${link}`)].join('\n');

/** One paragraph per element, the code first, so a notification shows it. */
export function renderText(content: MailContent): string {
  const { heading, paragraphs, sections = [], items = [], code, action, footer } = content;
  const lines = [
    ...(code ? [] : [heading]),
    ...paragraphs.map(toText),
    ...sections.map(renderTextSection),
    ...items.map(renderTextItem),
  ];
  if (action) lines.push(`${action.label}: ${action.link}`);
  const notes = toParts(footer).map(({ text, link }) => (link ? `${text}: ${link}` : text));
  return [...lines, notes.join('')].join('\n\n');
}
