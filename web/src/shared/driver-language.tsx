import { commonFailure } from '@lotkeeper/contract/kernel/errors';
import type { ReactNode } from 'react';
import { useEffect, useMemo, useState } from 'react';
import type { ApiError } from '../kernel/api.ts';
import { keptInBrowser } from '../kernel/kept.ts';
import type { Language, Speech } from '../kernel/language.ts';
import { english, SpeechContext, useTexts } from '../kernel/language.ts';
import { englishFormats, FormatsContext } from '../kernel/language-formats.ts';
import { settings } from '../kernel/settings.ts';
import { stateTexts } from '../ui/data/states.tsx';
import { Segments } from '../ui/frame/segments.tsx';
import { pictureTexts } from '../ui/media/picture.tsx';
import { galleryTexts } from '../ui/media/picture-gallery.tsx';
import { spanishFormats } from './spanish-formats.ts';

type Pair = readonly [english: object, spanish: object];

type Pattern = readonly [message: RegExp, spanish: string];

/** A page's Spanish: the texts of its parts, and of messages by their English words. */
export interface Spanish {
  texts: readonly Pair[];
  messages: Readonly<Record<string, string>>;
  /** Messages that contain a number or a character. */
  patterns?: readonly Pattern[];
}

/** The Spanish of a part; the compiler compares it with the English. */
export const inSpanish = <Texts extends object>(
  inEnglish: Texts,
  spanish: NoInfer<Texts>,
): Pair => [inEnglish, spanish];

const operatorTexts = {
  operatedBy: (operator: string) => `Operated by ${operator}.`,
  questions: 'Questions?',
};

const sharedTexts = [
  inSpanish(operatorTexts, {
    operatedBy: (operator) => `Operado por ${operator}.`,
    questions: '¿Preguntas?',
  }),
  inSpanish(stateTexts, { retry: 'Intentar de nuevo' }),
  inSpanish(pictureTexts, {
    loading: 'cargando',
    notLoaded: 'no se cargó',
    failed: 'No se pudo cargar la imagen',
  }),
  inSpanish(galleryTexts, {
    imagesOf: (name) => `Imágenes de ${name}`,
    imageOf: (name, number, count) => `${name}, imagen ${number} de ${count}`,
    more: ' más',
    twoAtATime: 'Imágenes, de dos en dos',
    range: (images, count) => `${images} de ${count}`,
    previous: 'Anterior',
    next: 'Siguiente',
    close: 'Cerrar',
  }),
];

const wentWrong = 'Algo salió mal. Inténtelo de nuevo.';

const sharedMessages: Spanish['messages'] = {
  [commonFailure]: wentWrong,
  'This is required': 'Este dato es obligatorio',
  'This link is incomplete or isn’t valid.': 'Este enlace está incompleto o no es válido.',
};

const sharedPatterns: readonly Pattern[] = [
  [/^At most (\d+) characters\.$/, 'Como máximo $1 caracteres.'],
];

/** Failures that any call may have. Those with a message of their own say it. */
const failures: Partial<Record<ApiError['code'], string>> = {
  offline: 'No hay conexión. Revise su conexión e inténtelo de nuevo.',
  outdated: 'Hay una versión más reciente de esta página. Vuelva a cargarla.',
  too_many_requests: 'Demasiados intentos. Espere un momento e inténtelo de nuevo.',
  too_large: 'El archivo es demasiado grande.',
  unsupported_media_type: 'Este tipo de archivo no se admite.',
  internal: wentWrong,
  unavailable: 'El servicio no está disponible. Inténtelo de nuevo en un momento.',
};

function toSpeech({ texts, messages, patterns = [] }: Spanish): Speech {
  const known: Spanish['messages'] = { ...sharedMessages, ...messages };
  const translateKnown = (message: string) => {
    const [pattern, spanish = ''] =
      [...sharedPatterns, ...patterns].find(([words]) => words.test(message)) ?? [];
    return known[message] ?? (pattern && message.replace(pattern, spanish));
  };
  return {
    language: 'es',
    texts: new Map([...sharedTexts, ...texts]),
    translate: (message) => translateKnown(message) ?? message,
    explain: ({ message, code, requestId }) => {
      const words = translateKnown(message) ?? failures[code] ?? message;
      return requestId
        ? `${words} Si vuelve a ocurrir, dé este código a soporte: ${requestId}`
        : words;
    },
  };
}

const keptLanguage = 'language';
const isLanguage = (name: string | null | undefined): name is Language =>
  name === 'en' || name === 'es';

/** The language chosen in this browser, or else the first of the browser's own that we speak. */
function findLanguage(): Language {
  const chosen = keptInBrowser.read(keptLanguage);
  if (isLanguage(chosen)) return chosen;
  return navigator.languages.map((name) => name.slice(0, 2)).find(isLanguage) ?? 'en';
}

const options = [
  { value: 'en', label: 'English' },
  { value: 'es', label: 'Español' },
] as const;

/** Speaks a language within, such as on paper for a driver whose language nobody knows. */
export function InLanguage(props: { language: Language; spanish: Spanish; children: ReactNode }) {
  const { language, spanish, children } = props;
  const isSpanish = language === 'es';
  const speech = useMemo(() => (isSpanish ? toSpeech(spanish) : english), [isSpanish, spanish]);
  return (
    <SpeechContext value={speech}>
      <FormatsContext value={isSpanish ? spanishFormats : englishFormats}>
        {children}
      </FormatsContext>
    </SpeechContext>
  );
}

/** A page for drivers, in English or Spanish; `children` is given the switch between the two. */
export function DriverLanguage(props: {
  spanish: Spanish;
  children: (languageSwitch: ReactNode) => ReactNode;
}) {
  const { spanish, children } = props;
  const [language, setLanguage] = useState(findLanguage);
  useEffect(() => {
    const { documentElement: page } = document;
    page.lang = language;
    return () => {
      page.lang = 'en';
    };
  }, [language]);
  const choose = (chosen: Language) => {
    keptInBrowser.keep(keptLanguage, chosen);
    setLanguage(chosen);
  };
  return (
    <InLanguage {...{ language, spanish }}>
      {children(
        <Segments
          label="Language / Idioma"
          options={options}
          chosen={language}
          onChange={choose}
        />,
      )}
    </InLanguage>
  );
}

/** Whom a driver deals with: who runs the property, and where to write. */
export function Operator({ name }: { name: string }) {
  const texts = useTexts(operatorTexts);
  const { support_email: email } = settings;
  return (
    <p className="ui-dimmed">
      {texts.operatedBy(name)}
      {email ? (
        <>
          {' '}
          {texts.questions} <a href={`mailto:${email}`}>{email}</a>
        </>
      ) : null}
    </p>
  );
}
