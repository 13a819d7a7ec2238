import { processorMessages } from '@lotkeeper/contract/money/processor';
import type { Spanish } from './driver-language.tsx';
import { inSpanish } from './driver-language.tsx';

/** What is said where drivers enter a card and confirm a payment. */
export const cardTexts = {
  cardNote:
    'The number goes directly to the payment processor. We store only the last four digits.',
  number: 'Card number',
  month: 'Month',
  monthFormat: 'MM',
  year: 'Year',
  yearFormat: 'YYYY',
  cvc: 'CVC',
  cancel: 'Cancel',
  confirmTitle: 'Confirm your payment',
  confirmHint: (amount: string, minutes: number) =>
    `Your bank wants you to confirm the payment of ${amount}. Confirm it ${minutes === 1 ? 'within a minute' : `within ${minutes} minutes`}, or it’s canceled.`,
  sandbox: 'This is the sandbox: no bank is asked, and no money moves.',
  confirm: 'Confirm payment',
};

export const cardSpanish: Pick<Spanish, 'messages'> & { texts: Spanish['texts'][number] } = {
  texts: inSpanish(cardTexts, {
    cardNote:
      'El número va directamente al procesador de pagos. Solo guardamos los últimos cuatro dígitos.',
    number: 'Número de tarjeta',
    month: 'Mes',
    monthFormat: 'MM',
    year: 'Año',
    yearFormat: 'AAAA',
    cvc: 'CVC',
    cancel: 'Cancelar',
    confirmTitle: 'Confirme su pago',
    confirmHint: (amount, minutes) =>
      `Su banco pide que confirme el pago de ${amount}. Confírmelo en ${minutes === 1 ? 'un minuto' : `${minutes} minutos`}, o se cancelará.`,
    sandbox: 'Esto es una prueba: no se consulta a ningún banco y no se cobra nada.',
    confirm: 'Confirmar el pago',
  }),
  messages: {
    [processorMessages.cardNumber]: 'Escriba un número de tarjeta válido',
    [processorMessages.cardMonth]: 'Escriba el mes con dos dígitos',
    [processorMessages.cardYear]: 'Escriba el año con cuatro dígitos',
    [processorMessages.cvc]: 'Escriba el código de seguridad de 3 o 4 dígitos',
    'What you entered has expired. Please enter it again.':
      'Los datos vencieron. Escríbalos de nuevo.',
    'The card was declined.': 'La tarjeta fue rechazada.',
    'There’s nothing to confirm anymore.': 'Ya no hay nada que confirmar.',
    'The driver didn’t confirm the payment.': 'El pago no se confirmó.',
    'The card wasn’t confirmed. Please enter it again.':
      'La tarjeta no se confirmó. Escríbala de nuevo.',
    'The card wasn’t confirmed. Try again.': 'La tarjeta no se confirmó. Inténtelo de nuevo.',
    'The payment wasn’t confirmed. Try again.': 'El pago no se confirmó. Inténtelo de nuevo.',
    'The payment processor isn’t responding. Try again in a moment.':
      'El procesador de pagos no responde. Inténtelo de nuevo en un momento.',
  },
};
