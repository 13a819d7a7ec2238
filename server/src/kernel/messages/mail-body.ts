import type { MailContent, MailItem, MailLine, MailSection } from './mail-text.ts';
import { renderText, toParts } from './mail-text.ts';

const signs: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => signs[sign] ?? '');

const style = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: #16181d !important; }
  .card { background: #22252c !important; border-color: #3a3f4a !important; }
  .ink { color: #eceef2 !important; }
  .dim { color: #a8aebb !important; }
  .link { color: #7cc8df !important; }
  .row, .item { border-color: #3a3f4a !important; }
  .code { background: #16181d !important; color: #eceef2 !important; border-color: #3a3f4a !important; }
}
@media (max-width: 480px) { .page { padding: 12px !important; } .card { padding: 20px !important; } }`;

const font =
  "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const ink = `margin:0 0 16px;${font};color:#101828;overflow-wrap:anywhere`;
const dim = `${font};font-size:14px;line-height:20px;color:#475467;overflow-wrap:anywhere`;

// The logo without an image, which mail programs hide: a car in the corner of an L.
const mark = `<span style="display:inline-block;width:22px;height:22px;margin-right:8px;border-radius:5px;background:#0b5067;vertical-align:middle"><span style="display:block;width:7px;height:9px;margin:4px 0 0 5px;padding:0 0 2px 2px;border:solid #ffffff;border-width:0 0 2px 2px;background:#fdb022;background-clip:content-box"></span></span>`;

const renderLine = (line: MailLine) =>
  toParts(line)
    .map(({ text, link }) =>
      link
        ? `<a class="link" href="${escaped(link)}" style="color:#0b5067">${escaped(text)}</a>`
        : escaped(text),
    )
    .join('');

// A table, since mail programs know no grid; fixed, so that long names and sums wrap instead of widening it.
function renderFigures(figures: MailSection['figures']): string {
  const line = 'border-top:1px solid #e4e7ec';
  const cell = `${font};vertical-align:top;overflow-wrap:anywhere`;
  const rows = figures.map(({ label, value, notes }) => {
    const bottom = notes.length > 0 ? 0 : 8;
    const text = `${cell};${line};padding:8px 0 ${bottom}px;font-size:16px;line-height:22px;color:#101828`;
    const small = notes.map((note) => renderLine(note)).join('<br>');
    return `<tr><td class="ink row" style="${text}">${escaped(label)}</td>
<td class="ink row" style="${text};width:36%;padding-left:12px;text-align:right;font-weight:600">${renderLine([value])}</td></tr>${
      small
        ? `
<tr><td class="dim" colspan="2" style="${dim};padding:0 0 8px">${small}</td></tr>`
        : ''
    }`;
  });
  return `<table role="presentation" style="width:100%;margin:0 0 16px;border-collapse:collapse;table-layout:fixed">
${rows.join('\n')}
</table>`;
}

const renderSection = ({ title, figures, lines }: MailSection): string[] => [
  `<h2 class="ink" style="${ink};margin:24px 0 8px;font-size:16px;line-height:24px;font-weight:600">${escaped(title)}</h2>`,
  ...(figures.length > 0 ? [renderFigures(figures)] : []),
  ...lines.map(
    (line) =>
      `<p class="ink" style="${ink};margin:0 0 8px;font-size:14px;line-height:22px">${renderLine(line)}</p>`,
  ),
];

const renderItem = ({ title, lines, links }: MailItem) =>
  [
    `<div class="item" style="margin:0 0 16px;padding:16px 0 0;border-top:1px solid #e4e7ec">`,
    `<h2 class="ink" style="${ink};margin:0 0 8px;font-size:16px;line-height:24px;font-weight:600">${escaped(title)}</h2>`,
    ...lines.map(
      (line) =>
        `<p class="ink" style="${ink};margin:0 0 8px;font-size:14px;line-height:22px">${escaped(line)}</p>`,
    ),
    `<p style="margin:0">${links
      .map(
        ({ label, link }) =>
          `<a class="link" href="${escaped(link)}" style="${font};display:inline-block;padding:8px 16px 8px 0;font-size:14px;line-height:22px;color:#0b5067">${escaped(label)}</a>`,
      )
      .join(' ')}</p>`,
    '</div>',
  ].join('\n');

function renderBlocks(content: MailContent): string[] {
  const { heading, paragraphs, sections = [], items = [], code, action, footer } = content;
  const text = (paragraph: MailLine) =>
    `<p class="ink" style="${ink};font-size:16px;line-height:24px">${renderLine(paragraph)}</p>`;
  return [
    `<p class="dim" style="${dim};margin:0 0 16px;font-weight:600">${mark}Lotkeeper</p>`,
    `<h1 class="ink" style="${ink};font-size:22px;line-height:28px;font-weight:600">${escaped(heading)}</h1>`,
    ...(code
      ? [
          `<p class="code" style="margin:0 0 16px;padding:16px;border:1px solid #e4e7ec;border-radius:6px;background:#f6f7f9;color:#101828;font-family:ui-monospace,Menlo,Consolas,monospace;font-size:28px;line-height:32px;letter-spacing:6px;text-align:center">${escaped(code)}</p>`,
        ]
      : []),
    ...paragraphs.map(text),
    ...sections.flatMap(renderSection),
    ...items.map(renderItem),
    ...(action
      ? [
          `<p style="margin:${sections.length > 0 ? '24px' : '0'} 0 16px"><a href="${escaped(action.link)}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:#0b5067;color:#ffffff;${font};font-size:16px;line-height:20px;font-weight:600;text-decoration:none">${escaped(action.label)}</a></p>`,
        ]
      : []),
    `<p class="dim" style="${dim};margin:24px 0 0">${renderLine(footer)}</p>`,
  ];
}

function renderHtml(content: MailContent): string {
  return `<!doctype html>
<html lang="${content.language ?? 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(content.heading)}</title>
<style>${style}</style>
</head>
<body class="page" style="margin:0;padding:24px;background:#f6f7f9">
<div class="card" style="max-width:${content.sections ? 560 : 480}px;margin:0 auto;padding:32px;border:1px solid #e4e7ec;border-radius:12px;background:#ffffff">
${renderBlocks(content).join('\n')}
</div>
</body>
</html>
`;
}

/** Renders both bodies of an email. Nothing is loaded from elsewhere, and user input is escaped. */
export const mailBody = (content: MailContent) => ({
  text: renderText(content),
  html: renderHtml(content),
});
