import type { Spanish } from '../../../shared/driver-language.tsx';
import { inSpanish } from '../../../shared/driver-language.tsx';
import { appealSpanish } from './appeal-spanish.ts';

/** What a notice on paper says beside the names of `appealTexts`. */
export const printedNoticeTexts = {
  title: 'Parking Violation',
  why: 'We know of no payment and no permission for this stay.',
  payOrAppeal: 'Pay by card, see the evidence, or appeal: you need no account.',
  seeOrAppeal: (operator: string) =>
    `See the evidence or appeal: you need no account. ${operator} tells you how to pay.`,
  open: (address: string) =>
    `Scan the code, or open ${address} and enter the number and your license plate.`,
};

export const printedNoticeSpanish: Spanish = {
  ...appealSpanish,
  texts: [
    ...appealSpanish.texts,
    inSpanish(printedNoticeTexts, {
      title: 'Infracción de estacionamiento',
      why: 'No tenemos registro de un pago ni de un permiso para esta estadía.',
      payOrAppeal: 'Pague con tarjeta, vea las pruebas o apele: no necesita una cuenta.',
      seeOrAppeal: (operator) =>
        `Vea las pruebas o apele: no necesita una cuenta. ${operator} le indica cómo pagar.`,
      open: (address) => `Escanee el código, o abra ${address} y escriba el número y su placa.`,
    }),
  ],
};
