/** A field of a form, by its name, with its label in both languages. */
interface FirstField {
  name: string;
  maxLength: number;
  en: string;
  es: string;
}

interface DriversPage {
  path: RegExp;
  en: string;
  es: string;
  /** What the page begins with: it can be filled while the page's code is on its way. */
  form?: { fields: readonly FirstField[]; en: string; es: string };
}

/** Pages for drivers say in their language what is loading, which takes seconds on a slow phone. */
const driversPages: readonly DriversPage[] = [
  {
    path: /^\/appeal\/?$/,
    en: 'Appeal a Violation',
    es: 'Apelar una infracción',
    form: {
      fields: [
        { name: 'code', maxLength: 40, en: 'Violation number', es: 'Número de la infracción' },
        { name: 'plate', maxLength: 20, en: 'License plate', es: 'Placa' },
      ],
      en: 'Find my violation',
      es: 'Buscar mi infracción',
    },
  },
  { path: /^\/car\//, en: 'Your car', es: 'Su vehículo' },
];

const escapeHtml = (text: string) =>
  text.replace(/[&<>"]/g, (character) => `&#${character.codePointAt(0)};`);

/** The form, with what the URL says. Without its code it sends nothing, and nothing gets into a URL; its styles show it. */
function drawForm(
  { fields, ...button }: NonNullable<DriversPage['form']>,
  language: 'en' | 'es',
  query: URLSearchParams,
): string {
  const inputs = fields.map(
    ({ name, maxLength, [language]: label }) =>
      `<label>${label}<input name="${name}" maxlength="${maxLength}" value="${escapeHtml(query.get(name) ?? '')}" autocomplete="off" autocapitalize="characters"></label>`,
  );
  return `<form class="ui-first" method="dialog" hidden>${inputs.join('')}<button>${button[language]}</button></form>`;
}

/** Writes into a page's HTML, in the language of its reader, what the page is and what can be done already. */
export function writeFirstWords(template: string, url: string, languages = ''): string {
  const { pathname, searchParams } = new URL(url, 'http://page');
  const page = driversPages.find(({ path }) => path.test(pathname));
  if (!page) return template;
  const language = /\b(en|es)\b/.exec(languages)?.[1] === 'es' ? 'es' : 'en';
  const loading = language === 'es' ? 'Cargando…' : 'Loading…';
  const form = page.form ? drawForm(page.form, language, searchParams) : '';
  return template
    .replace('lang="en"', `lang="${language}"`)
    .replace('<title>', `<title>${page[language]} · `)
    .replace('Lotkeeper: Loading…</p>', () => `${page[language]}: ${loading}</p>${form}`);
}
