import { carMessages } from '@lotkeeper/contract/kernel/car-fields';
import { kioskMessages, kioskRules } from '@lotkeeper/contract/operations/kiosks';
import { visitorMessages } from '@lotkeeper/contract/operations/visitors';
import { formatStay } from '../../../kernel/format.ts';
import type { Spanish } from '../../../shared/driver-language.tsx';
import { inSpanish } from '../../../shared/driver-language.tsx';
import { stateSelectTexts } from '../../../shared/state-select.tsx';
import { searchSelectTexts } from '../../../ui/form/search-select.rules.ts';
import { dialogTexts } from '../../../ui/frame/dialog.tsx';
import { noticeTexts } from '../../../ui/frame/notice.tsx';
import { kioskTexts, validationTexts } from './kiosk-texts.ts';

/** A kiosk in Spanish. */
export const kioskSpanish: Spanish = {
  texts: [
    inSpanish(searchSelectTexts, { nothingFound: 'No se encontraron resultados' }),
    inSpanish(stateSelectTexts, {
      label: 'Estado',
      placeholder: 'Busque un estado',
      countries: { US: 'Estados Unidos', MX: 'México', CA: 'Canadá' },
    }),
    inSpanish(kioskTexts, {
      validation: 'Validación',
      noNetwork: '¿Está la tableta conectada a la red?',
      ended: 'Este quiosco ha terminado',
      endedHint: 'Pida al personal que inicie otro.',
      notOpened: 'No se pudo abrir el quiosco',
      guests: 'Inicie sesión para validar',
      guestsHint:
        'En este navegador se abrió un quiosco, así que los visitantes podrían estar usándolo. Inicie sesión de nuevo para validar aquí sin el PIN.',
      signIn: 'Iniciar sesión',
      opening: 'Abriendo el quiosco…',
      ask: 'Pida estacionamiento gratis',
      plate: 'Placa',
      send: 'Pedir validación',
      added: (plate) =>
        `${plate} está en la lista. Estacionar aún no es gratis: hable con nuestro personal.`,
      kept: (plate) =>
        `${plate} está guardada aquí. Estacionar aún no es gratis: hable con nuestro personal.`,
      unsaved: (plate) =>
        `${plate} no se pudo enviar ni guardar en esta tableta. Avise ahora a nuestro personal.`,
      correct: 'Corregir la placa',
      refused: (plate, reason) => `${plate} no está en la lista: ${reason}`,
      seen: 'Aceptar',
      undone: (plate) => `${plate} ya no está validada y espera de nuevo.`,
      withdrawn: (plate) => `${plate} se quitó de la lista.`,
      unlocked: (seconds) => `Desbloqueado, ${seconds} s`,
      lock: 'Bloquear',
      waiting: 'En espera de validación',
      loading: 'Cargando…',
      empty: 'No hay visitantes en espera de validación',
      notRead: 'No se pudo cargar la lista de visitantes.',
      noConnection:
        'No hay conexión. Las placas que escriba se guardan y se envían cuando se restablezca.',
      unsavedPlates:
        'La memoria de esta tableta está llena o bloqueada: deje esta página abierta hasta que todo se envíe.',
      unsent: (plates) => (plates === 1 ? '1 placa por enviar.' : `${plates} placas por enviar.`),
      notLive: 'Se detuvo la actualización en vivo. La lista se actualiza cada 10 segundos.',
      howTo: 'Escriba su placa y pida a nuestro personal que la valide.',
      validated: (plate, period) =>
        'minutes' in period
          ? `Se validó la placa ${plate} por ${formatStay(period.minutes)}`
          : `Se validó la placa ${plate} hasta el ${period.until}`,
    }),
    inSpanish(validationTexts, {
      title: (plate) => `Validar ${plate}`,
      validate: 'Validar',
      until: 'Válido hasta el final del',
      minutes: (minutes) => `Estacionamiento gratis por ${formatStay(minutes)}.`,
      noDate: 'Elija una fecha',
      cancel: 'Cancelar',
      pin: 'PIN del personal',
      withdraw: 'Quitar de la lista',
    }),
    inSpanish(dialogTexts, { dismiss: 'Cerrar' }),
    inSpanish(noticeTexts, { undo: 'Deshacer' }),
  ],
  messages: {
    [carMessages.state]: 'Elija el estado de la placa',
    [visitorMessages.taken]: 'Ya hay un visitante con esta placa.',
    [kioskMessages.pin]: 'Deben ser 4 dígitos.',
    [kioskMessages.wrongPin]: 'Este PIN es incorrecto.',
    [kioskMessages.tooLateToUndo]:
      'Ya no se puede deshacer aquí. Cambie al visitante en la página de visitantes.',
    [kioskMessages.tooLateToCorrect]:
      'La placa ya no se puede corregir aquí. Pregunte a nuestro personal.',
    [kioskMessages.notWaiting]: 'Este visitante ya fue validado o ya se fue.',
    [kioskMessages.deadTicket]: 'Este enlace ya se usó o venció. Inicie el quiosco de nuevo.',
    [kioskMessages.hoursOnly]: 'Este quiosco da horas, no una fecha.',
    [kioskMessages.tooLate]: `Debe ser un día dentro de los próximos ${kioskRules.calendarDays} días.`,
    [kioskMessages.tooMany]: 'Aquí se escribieron demasiadas placas. Pregunte al personal.',
    'Must contain a letter or a digit.': 'Debe tener una letra o un número.',
    'At most 12 letters and digits.': 'Como máximo 12 letras y números.',
  },
  patterns: [
    [/^This PIN is wrong again: (\d+) of (\d+)\.$/, 'Este PIN es incorrecto otra vez: $1 de $2.'],
    [
      /^Too many wrong PINs\. Try again in (\d+) minutes, or accept PINs again in Validation Kiosk Setup\.$/,
      'Demasiados PIN incorrectos. Inténtelo de nuevo en $1 minutos, o acepte de nuevo los PIN en la configuración de quioscos.',
    ],
    [/^This kiosk validates for up to (.+)\.$/, 'Este quiosco valida por un máximo de $1.'],
    [
      /^Only letters, digits, spaces and dashes\. (.+) can’t be part of a plate\.$/,
      'Solo letras, números, espacios y guiones. $1 no puede ser parte de una placa.',
    ],
  ],
};
