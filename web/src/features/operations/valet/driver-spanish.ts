import { driverWords } from '@lotkeeper/contract/operations/driver-words';
import { valetMessages } from '@lotkeeper/contract/operations/valet';
import { cardSpanish } from '../../../shared/card-texts.ts';
import type { Spanish } from '../../../shared/driver-language.tsx';
import { inSpanish } from '../../../shared/driver-language.tsx';
import { driverTexts } from './driver-texts.ts';

/** A driver's page in Spanish. */
export const driverSpanish: Spanish = {
  texts: [
    cardSpanish.texts,
    inSpanish(driverTexts, {
      ...driverWords.es,
      looking: 'Buscando su vehículo…',
      expiredHint: '¿Su vehículo sigue estacionado? Pregunte al encargado.',
      comingHint: (ago) => `Pidió su vehículo ${ago}. Tenga su código a la mano.`,
      balance: 'Saldo',
      method: 'Forma de pago',
      card: (brand, lastFour) => `${brand} terminada en ${lastFour}`,
      noCard: 'Sin tarjeta registrada',
      addCard: 'Agregar una tarjeta',
      otherCard: 'Usar otra tarjeta',
      stripeNote:
        'El número va directamente a Stripe, y es posible que su banco le pida confirmarlo. Solo guardamos los últimos cuatro dígitos. Se le cobrará cuando le entreguen su vehículo.',
      save: 'Guardar tarjeta',
      declined: (amount, brand, lastFour) =>
        `${brand ? `Su ${brand} terminada en ${lastFour}` : 'Su tarjeta'} fue rechazada por ${amount}. No se cobró nada.`,
      declinedHint: 'Use otra tarjeta aquí abajo o pague en efectivo con el encargado.',
      receipt: 'Recibo',
      receiptCard: (lastFour) => `Tarjeta terminada en ${lastFour}`,
      receiptCash: 'Efectivo',
      receiptTax: (amount) => `Impuesto incluido: ${amount}`,
      receiptStay: (from, to) => `Estacionado desde ${from} hasta ${to}`,
    }),
  ],
  messages: {
    ...cardSpanish.messages,
    [valetMessages.failed]: '¡Algo salió mal!',
    [valetMessages.retry]: 'Inténtelo de nuevo más tarde',
    [`${valetMessages.failed} ${valetMessages.retry}`]:
      '¡Algo salió mal! Inténtelo de nuevo más tarde',
    [valetMessages.deadLink]: 'Este enlace ha vencido.',
    [valetMessages.notCheckedIn]: 'Este vehículo no ha sido registrado.',
    [valetMessages.nothingToConfirm]: 'No hay ningún pago por confirmar.',
    [valetMessages.payingNow]: 'Hay un pago en curso. Espere un momento.',
  },
};
