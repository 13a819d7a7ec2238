import type { AppealDecision, AppealLanguage } from '@lotkeeper/contract/cars/appeals';
import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { startOfDay } from '@lotkeeper/contract/kernel/calendar';

interface MessageTexts {
  received: (violation: string) => string;
  decided: (violation: string) => string;
  /** The violation with its number, at a property if one is given. */
  violation: (code: string, property?: string) => string;
  dueBy: (day: string) => string;
  /** What a decision means for the driver; `amount` is what they owe now. */
  decisions: Record<AppealDecision, (amount: string) => string>;
  seeAppeal: string;
  seeDecision: string;
  /** Instead, where something is left to pay. */
  seeHowToPay: string;
  footer: string;
}

/** What messages to drivers say, by language. */
export const messageTexts: Record<AppealLanguage, MessageTexts> = {
  en: {
    received: (violation) => `We received your appeal of ${violation}`,
    decided: (violation) => `Your appeal of ${violation} was decided`,
    violation: (code, property) => `violation ${code}${property ? ` at ${property}` : ''}`,
    dueBy: (day) => `We’ll answer by ${day}. Until then, you needn’t pay.`,
    decisions: {
      waived: () => 'The violation is waived: you owe nothing.',
      reduced: (amount) => `The violation is reduced: you owe ${amount} instead.`,
      upheld: (amount) => `The violation stands: you owe ${amount}.`,
    },
    seeAppeal: 'See your appeal',
    seeDecision: 'See the decision',
    seeHowToPay: 'See the decision and how to pay',
    footer: 'If you didn’t send this appeal, ignore this message.',
  },
  es: {
    received: (violation) => `Recibimos su apelación de ${violation}`,
    decided: (violation) => `Se decidió su apelación de ${violation}`,
    violation: (code, property) => `la infracción ${code}${property ? ` en ${property}` : ''}`,
    dueBy: (day) => `Responderemos a más tardar el ${day}. Mientras tanto, no tiene que pagar.`,
    decisions: {
      waived: () => 'La infracción quedó anulada: usted no debe nada.',
      reduced: (amount) => `El monto de la infracción se redujo: usted debe ahora ${amount}.`,
      upheld: (amount) => `La infracción se mantiene: usted debe ${amount}.`,
    },
    seeAppeal: 'Vea su apelación',
    seeDecision: 'Vea la decisión',
    seeHowToPay: 'Vea la decisión y cómo pagar',
    footer: 'Si usted no envió esta apelación, ignore este mensaje.',
  },
};

const newDayFormat = (locale: string) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
const dayFormats = { en: newDayFormat('en-US'), es: newDayFormat('es-US') };

/** June 29, 2026, or 29 de junio de 2026. */
export const formatDay = (day: LocalDate, language: AppealLanguage) =>
  dayFormats[language].format(startOfDay(day, 'UTC'));
