import { renderHook, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../kernel/api.ts';
import { useSpeech, useTexts } from '../kernel/language.ts';
import { useFormats } from '../kernel/language-formats.ts';
import type { Spanish } from './driver-language.tsx';
import { DriverLanguage, inSpanish } from './driver-language.tsx';

const english = { car: 'Your car' };
const spanish: Spanish = {
  texts: [inSpanish(english, { car: 'Su vehículo' })],
  messages: { 'The time is over.': 'El plazo terminó.' },
  patterns: [[/^Try again in (\d+) minutes\.$/, 'Inténtelo de nuevo en $1 minutos.']],
};

const inBrowserOf = (...languages: string[]) =>
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);

const show = () =>
  renderHook(() => ({ ...useSpeech(), ...useTexts(english), formats: useFormats() }), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <DriverLanguage spanish={spanish}>
        {(languageSwitch) => (
          <>
            {languageSwitch}
            {children}
          </>
        )}
      </DriverLanguage>
    ),
  });

beforeEach(() => localStorage.clear());
afterEach(() => vi.restoreAllMocks());

test.each([
  [['es-MX', 'en'], 'es', 'Su vehículo'],
  [['fr-CA', 'es'], 'es', 'Su vehículo'],
  [['en-US', 'es'], 'en', 'Your car'],
  [['de-DE'], 'en', 'Your car'],
])('a browser of %j gets a page in %s', (languages, language, car) => {
  inBrowserOf(...languages);
  const { result } = show();
  expect(document.documentElement.lang).toBe(language);
  expect(result.current).toMatchObject({ language, car });
});

test('the switch changes the language, the browser keeps it, and other pages stay English', async () => {
  inBrowserOf('es-MX');
  const { unmount } = show();
  await userEvent.click(screen.getByRole('radio', { name: 'English' }));
  expect(document.documentElement.lang).toBe('en');
  unmount();
  const again = show();
  expect(again.result.current.car).toBe('Your car');
  await userEvent.click(screen.getByRole('radio', { name: 'Español' }));
  expect(document.documentElement.lang).toBe('es');
  again.unmount();
  expect(document.documentElement.lang).toBe('en');
});

test('money, days and times are written in Spanish, with dollars as on the signs', () => {
  inBrowserOf('es');
  const { formats } = show().result.current;
  expect(formats.formatMoney(2050)).toBe('$20.50');
  expect(formats.formatPrice(2000)).toBe('$20');
  expect(formats.formatCount(2000)).toBe('2,000');
  expect(formats.formatDay('2026-11-21')).toBe('sábado, 21 de noviembre de 2026');
  expect(formats.formatInstant('2026-11-21T17:30:00Z', 'America/Phoenix')).toMatch(
    /^21 nov 2026, 10:30 a\. ?m\.$/,
  );
  expect(formats.formatAgo(0, 60_000)).toBe('hace 1 minuto');
  expect(formats.formatAgo(0, 7_200_000)).toBe('hace 2 horas');
  expect(formats.formatAgo(0, 0)).toBe('hace un momento');
});

test('a failure is translated by its message, or else by its code, or else stays English', () => {
  inBrowserOf('es');
  const { explain, translate } = show().result.current;
  const fail = (code: ApiError['code'], detail: string, request_id?: string) =>
    explain(new ApiError(400, { code, detail, ...(request_id ? { request_id } : {}) }));
  expect(fail('conflict', 'The time is over.')).toBe('El plazo terminó.');
  expect(fail('too_many_requests', 'Try again in 30 minutes.')).toBe(
    'Inténtelo de nuevo en 30 minutos.',
  );
  expect(fail('too_many_requests', 'Too many requests.')).toContain('Demasiados intentos');
  expect(fail('internal', 'It broke.', 'abc')).toMatch(/^Algo salió mal.*soporte: abc$/);
  expect(fail('conflict', 'Nobody translated this.')).toBe('Nobody translated this.');
  expect(translate('At most 24 characters.')).toBe('Como máximo 24 caracteres.');
});
