import { driverWords, findDriverState } from '@lotkeeper/contract/operations/driver-words';
import type { DriverRequest } from '@lotkeeper/contract/operations/valet';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { makeCarReader } from './read-car.ts';

/** A field of a form, by its name, with its label in both languages. */
interface FirstField {
  name: string;
  maxLength: number;
  en: string;
  es: string;
}

interface PhonePage {
  path: RegExp;
  en: string;
  /** Pages of staff are in English. */
  es?: string;
  /** What the page begins with: it can be filled while the page's code is on its way. */
  form?: { fields: readonly FirstField[]; en: string; es: string };
}

/** Pages for phones say what is loading, which takes seconds on a slow one; drivers' pages in their language. */
const phonePages: readonly PhonePage[] = [
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
  { path: /^\/car\//, en: driverWords.en.yourCar, es: driverWords.es.yourCar },
  { path: /^\/valet\/[^/]+\/?$/, en: 'Valet Dashboard' },
];

const escapeHtml = (text: string) =>
  text.replace(/[&<>"]/g, (character) => `&#${character.codePointAt(0)};`);

/** The form, with what the URL says. Without its code it sends nothing, and nothing gets into a URL; its styles show it. */
function drawForm(
  { fields, ...button }: NonNullable<PhonePage['form']>,
  language: 'en' | 'es',
  query: URLSearchParams,
): string {
  const inputs = fields.map(
    ({ name, maxLength, [language]: label }) =>
      `<label>${label}<input name="${name}" maxlength="${maxLength}" value="${escapeHtml(query.get(name) ?? '')}" autocomplete="off" autocapitalize="characters"></label>`,
  );
  return `<form class="ui-first" method="dialog" hidden>${inputs.join('')}<button>${button[language]}</button></form>`;
}

/** A driver's car and its state, with the button that asks for it if it can be asked for. */
function drawCar(request: DriverRequest, language: 'en' | 'es'): string {
  const words = driverWords[language];
  const state = findDriverState(request);
  const plate = escapeHtml(request.car?.plate ?? words.yourCar);
  const text = `<h1>${escapeHtml(request.lot)}</h1><p>${plate}</p><p>${words[state]}</p>`;
  if (state !== 'parked') return `<div class="ui-first" hidden>${text}</div>`;
  return `<form class="ui-first" method="dialog" hidden>${text}<button>${words.bring}</button><output>${words.asking}</output></form>`;
}

/**
 * What is done at a stand most, each up to its first field. The page opens the dialog of the one that is open, with
 * what was typed.
 */
function drawStand(): string {
  const drawStep = (name: string, title: string, label: string, rest: string) =>
    `<details name="first"><summary>${title}</summary><label>${label}<input name="${name}" autocomplete="off" ${rest}</details>`;
  const code = 'maxlength="6" autocapitalize="characters"></label><button>Continue</button>';
  const steps = [
    drawStep('check-in', 'Check in', 'The driver’s code', code),
    drawStep('check-out', 'Check Out', 'The driver’s code', code),
    // Its dialog asks for the country before it sends a text.
    drawStep('walk-in', 'Walk-in', 'Phone number', 'type="tel" maxlength="20"></label>'),
  ];
  return `<form class="ui-first" method="dialog" hidden>${steps.join('')}</form>`;
}

/** Writes into a page's HTML, in the language of its reader, what the page is and what can be done already. */
function writeFirstWords(
  template: string,
  url: string,
  { headers, car }: Pick<FastifyRequest, 'headers'> & { car: DriverRequest | null },
): string {
  const { pathname, searchParams } = new URL(url, 'http://page');
  const page = phonePages.find(({ path }) => path.test(pathname));
  if (!page) return template;
  const { 'accept-language': languages = '', cookie = '' } = headers;
  const language = page.es && /\b(en|es)\b/.exec(languages)?.[1] === 'es' ? 'es' : 'en';
  const loading = language === 'es' ? 'Cargando…' : 'Loading…';
  // Nothing in it is anybody's: a person who isn't signed in is about to get the login page.
  const stand = !page.es && /\bauth=\w/.test(cookie) ? drawStand() : '';
  const form = page.form ? drawForm(page.form, language, searchParams) : stand;
  const first = car ? drawCar(car, language) : form;
  return template
    .replace('lang="en"', `lang="${language}"`)
    .replace('<title>', `<title>${page[language]} · `)
    .replace('Lotkeeper: Loading…</p>', () => `${page[language]}: ${loading}</p>${first}`);
}

/** Makes what writes into the HTML of each page; for a driver's page it reads their car with a call to the app. */
export function makeFirstWords(app: FastifyInstance) {
  const readCar = makeCarReader(app);
  return async (
    template: string,
    request: Pick<FastifyRequest, 'ip' | 'method' | 'raw' | 'url' | 'headers'>,
  ): Promise<string> => {
    const car = await readCar(request);
    return writeFirstWords(template, request.url, { headers: request.headers, car });
  };
}
