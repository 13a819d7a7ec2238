import { processorMessages } from '@lotkeeper/contract/money/processor';
import { valetMessages } from '@lotkeeper/contract/operations/valet';
import type { Spanish } from '../../../shared/driver-language.tsx';
import { inSpanish } from '../../../shared/driver-language.tsx';
import { driverTexts } from './driver-texts.ts';

/** A driver's page in Spanish. */
export const driverSpanish: Spanish = {
  texts: [
    inSpanish(driverTexts, {
      yourCar: 'Su vehículo',
      looking: 'Buscando su vehículo…',
      pending: 'Aún no registrado',
      pendingHint: 'Cuando llegue, dígale al encargado el código de su mensaje de texto.',
      parked: 'Estacionado',
      parkedHint: 'Pida su vehículo unos minutos antes de irse.',
      coming: 'En camino',
      comingHint: (ago) => `Pidió su vehículo ${ago}. Tenga su código a la mano.`,
      ended: 'Entregado',
      endedHint: 'Buen viaje.',
      bring: 'Traer mi vehículo',
      balance: 'Saldo',
      confirmTitle: 'Confirme su pago',
      confirmHint: (amount, minutes) =>
        `Su banco pide que confirme el pago de ${amount}. Confírmelo en ${minutes === 1 ? 'un minuto' : `${minutes} minutos`}, o se cancelará.`,
      sandbox: 'Esto es una prueba: no se consulta a ningún banco y no se cobra nada.',
      confirm: 'Confirmar el pago',
      method: 'Forma de pago',
      card: (brand, lastFour) => `${brand} terminada en ${lastFour}`,
      noCard: 'Sin tarjeta registrada',
      addCard: 'Agregar una tarjeta',
      otherCard: 'Usar otra tarjeta',
      cardNote:
        'El número va directamente al procesador de pagos. Solo guardamos los últimos cuatro dígitos.',
      stripeNote:
        'El número va directamente a Stripe, y es posible que su banco le pida confirmarlo. Solo guardamos los últimos cuatro dígitos. Se le cobrará cuando le entreguen su vehículo.',
      number: 'Número de tarjeta',
      month: 'Mes',
      monthFormat: 'MM',
      year: 'Año',
      yearFormat: 'AAAA',
      cvc: 'CVC',
      save: 'Guardar tarjeta',
      cancel: 'Cancelar',
    }),
  ],
  messages: {
    [valetMessages.failed]: '¡Algo salió mal!',
    [valetMessages.retry]: 'Inténtelo de nuevo más tarde',
    [`${valetMessages.failed} ${valetMessages.retry}`]:
      '¡Algo salió mal! Inténtelo de nuevo más tarde',
    [valetMessages.deadLink]: 'Este enlace ha vencido.',
    [valetMessages.notCheckedIn]: 'Este vehículo no ha sido registrado.',
    [valetMessages.nothingToConfirm]: 'No hay ningún pago por confirmar.',
    [valetMessages.payingNow]: 'Hay un pago en curso. Espere un momento.',
    [processorMessages.cardNumber]: 'Escriba un número de tarjeta válido',
    [processorMessages.cardMonth]: 'Escriba el mes con dos dígitos',
    [processorMessages.cardYear]: 'Escriba el año con cuatro dígitos',
    [processorMessages.cvc]: 'Escriba el código de seguridad de 3 o 4 dígitos',
    'What you entered has expired. Please enter it again.':
      'Los datos vencieron. Escríbalos de nuevo.',
    'The card was declined.': 'La tarjeta fue rechazada.',
    'There’s nothing to confirm anymore.': 'Ya no hay nada que confirmar.',
    'The card wasn’t confirmed. Please enter it again.':
      'La tarjeta no se confirmó. Escríbala de nuevo.',
    'The card wasn’t confirmed. Try again.': 'La tarjeta no se confirmó. Inténtelo de nuevo.',
    'The payment wasn’t confirmed. Try again.': 'El pago no se confirmó. Inténtelo de nuevo.',
    'The payment processor isn’t responding. Try again in a moment.':
      'El procesador de pagos no responde. Inténtelo de nuevo en un momento.',
  },
};
