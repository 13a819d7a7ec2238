import { addAppealImage, appealMessages, appealRules } from '@lotkeeper/contract/cars/appeals';
import { cardSpanish } from '../../../shared/card-texts.ts';
import type { Spanish } from '../../../shared/driver-language.tsx';
import { inSpanish } from '../../../shared/driver-language.tsx';
import { evidenceSpanish } from '../../../shared/evidence-spanish.ts';
import { appealTexts } from './appeal-texts.ts';

/** The page of a driver's violation in Spanish. */
export const appealSpanish: Spanish = {
  texts: [
    evidenceSpanish,
    cardSpanish.texts,
    inSpanish(appealTexts, {
      title: 'Apelar una infracción',
      subtitle:
        'Vea en qué se basa la infracción y avise al operador si hay un error. No necesita una cuenta.',
      code: 'Número de la infracción',
      codeHint: 'Está en su aviso.',
      plate: 'Placa',
      find: 'Buscar mi infracción',
      violation: (code) => `Infracción ${code}`,
      another: 'Buscar otra',
      status: 'Estado',
      statuses: { Created: 'Pendiente', Paid: 'Pagada', Waived: 'Anulada' },
      amount: 'Monto',
      property: 'Estacionamiento',
      created: 'Emitida',
      appealBy: 'Apelar antes del final de',
      pay: 'Cómo pagar',
      payHow: (code) =>
        `Pague como lo indica su aviso y mencione la infracción ${code}. En esta página no se puede pagar.`,
      payAsk: (operator) => `Si su aviso no lo indica, pregunte a ${operator}.`,
      payTitle: 'Pagar con tarjeta',
      payNow: (amount) => `Pagar ${amount}`,
      payEndsAppeal:
        'No tiene que pagar mientras revisamos su apelación. Si paga ahora, la apelación termina.',
      paying: (amount) =>
        `Hay un pago de ${amount} en curso. Se hará una sola vez o ninguna: no vuelva a pagar.`,
      checkPayment: 'Consultar el pago',
      stripeNote:
        'El número va directamente a Stripe, y es posible que su banco le pida confirmarlo. Solo guardamos los últimos cuatro dígitos.',
      appeal: 'Su apelación',
      why: '¿Por qué apela?',
      reasons: {
        paid: 'Pagué el estacionamiento',
        permitted: 'Tenía permiso para estacionarme',
        wrong_car: 'No es mi vehículo, o la placa se leyó mal',
        wrong_times: 'Las horas no son correctas',
        could_not_pay: 'No pude pagar: falló la aplicación, la máquina o el letrero',
        other: 'Otro motivo',
      },
      what: 'Qué pasó',
      whatHint: (characters) =>
        `Por ejemplo, cuándo y cómo pagó, o quién le permitió estacionarse. Hasta ${characters} caracteres.`,
      email: 'Correo electrónico',
      emailHint: 'Respondemos por correo o mensaje de texto. Escriba al menos uno.',
      phone: 'Teléfono',
      send: 'Enviar apelación',
      images: 'Imágenes (opcional)',
      yourImages: 'Sus imágenes',
      attachment: (number) => `Su imagen ${number}`,
      removeImage: (number) => `Quitar la imagen ${number}`,
      imagesHint: `Hasta ${appealRules.maxImages}, por ejemplo, de un recibo. JPEG, PNG o WebP.`,
      addImage: 'Agregar una imagen',
      heic: (file) =>
        `${file} es una foto HEIC que este navegador no puede abrir. Tome una captura de pantalla y elija esa imagen.`,
      noImage: (file) => `${file} no es una imagen que se pueda abrir. Elija otra.`,
      imageNotSent: (cause) =>
        `Ya recibimos su apelación, pero no se pudo enviar una imagen: ${cause}`,
      sendAgain: 'Enviarla de nuevo',
      sendingImage: 'Ya recibimos su apelación. Enviando la foto: deje esta página abierta.',
      imagesUntil: 'Puede agregar imágenes hasta que respondamos.',
      states: {
        open: 'En revisión',
        waived: 'Infracción anulada',
        reduced: 'Infracción reducida',
        upheld: 'Infracción confirmada',
        closed: 'Cerrada',
      },
      waived: 'La infracción quedó anulada: usted no debe nada.',
      reduced: (from, to) => `El monto de la infracción se redujo de ${from} a ${to}.`,
      upheld: (amount) => `La infracción se mantiene: usted debe ${amount}.`,
      closedPaid: 'La infracción está pagada, por lo que se cerró la apelación.',
      closedWaived: 'La infracción fue anulada: usted no debe nada.',
      open: (day) => `Responderemos a más tardar el ${day}. Mientras tanto, no tiene que pagar.`,
      answer: 'Nuestra respuesta',
      sent: 'Enviada',
      reason: 'Motivo',
      gallery: 'su apelación',
    }),
  ],
  messages: {
    ...cardSpanish.messages,
    [appealMessages.waivedNow]: 'Esta infracción fue anulada: usted no debe nada.',
    [appealMessages.amountChanged]: 'El monto cambió. Revíselo antes de pagar.',
    [appealMessages.paying]: 'Hay un pago en curso. Espere un momento.',
    [appealMessages.nothingToConfirm]: 'No hay ningún pago por confirmar.',
    [appealMessages.noCards]: 'Aquí no se pueden pagar infracciones con tarjeta.',
    [appealMessages.processorDown]:
      'El procesador de pagos no responde. Espere un momento: el pago se hará una sola vez o ninguna.',
    [appealMessages.notFound]:
      'No encontramos ninguna infracción con este número y esta placa. Revise ambos en su aviso.',
    [appealMessages.expired]:
      'Esta página estuvo abierta demasiado tiempo. Escriba de nuevo el número y la placa.',
    [appealMessages.tooManyTries]: 'Demasiados intentos. Espere una hora e inténtelo de nuevo.',
    [appealMessages.notOpen.Paid]: 'Esta infracción está pagada; no hay nada que apelar.',
    [appealMessages.notOpen.Waived]: 'Esta infracción fue anulada; no hay nada que apelar.',
    [appealMessages.tooLate]: 'El plazo para apelar esta infracción ya terminó.',
    [appealMessages.alreadyAppealed]: 'Esta infracción ya fue apelada.',
    [appealMessages.tooManyImages]: 'Ya hay 3 imágenes.',
    [appealMessages.tooLateForImages]:
      'Esta apelación ya se resolvió; no se pueden agregar más imágenes.',
    [appealMessages.contact]:
      'Escriba un correo electrónico o un número de teléfono para que podamos responderle.',
    [appealMessages.email]: 'Escriba un correo electrónico como ana@example.com.',
    [appealMessages.phone]: 'Escriba un número de teléfono como 602 555 0147.',
    [appealMessages.reason]: 'Elija un motivo.',
    [appealMessages.text]: 'Describa qué pasó.',
    [appealMessages.code]: 'Escriba el número de la infracción.',
    [appealMessages.plate]: 'Escriba la placa.',
    [addAppealImage.failure]: 'No se pudo enviar la imagen',
  },
};
