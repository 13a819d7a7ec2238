import { inSpanish } from './driver-language.tsx';
import { evidenceTexts } from './ticket-evidence.tsx';

/** The rules that violations rest on, as the server words them. */
const rules: Readonly<Record<string, string>> = {
  'no rental and no known renter': 'Sin pago ni contrato registrado',
  'no rental and no price in force': 'Sin pago y sin tarifa vigente',
  'a person looked at the car and found no right to park':
    'Una persona revisó el vehículo y no encontró permiso para estacionarse',
};

export const evidenceSpanish = inSpanish(evidenceTexts, {
  entrance: 'Entrada',
  exit: 'Salida',
  notSeen: 'No registrada',
  unpaidFrom: 'Sin pago desde',
  grace: 'Tiempo de tolerancia',
  minutes: (minutes) => `${minutes} minutos`,
  rule: 'Regla',
  describeRule: (rule) => rules[rule] ?? rule,
  price: 'Tarifa vigente',
  noPrice: 'Ninguna',
  prices: {
    hour: (price) => `${price} por hora`,
    day: (price) => `${price} por día`,
    flat: (price) => `${price}, tarifa fija`,
  },
  noImages: 'No hay imágenes de esta infracción.',
  imagesOf: (plate) => `Imágenes de ${plate}`,
  imageOf: (label, plate) => `${label}, ${plate}`,
  labels: {
    Entrance: 'Entrada',
    'Entrance plate': 'Placa en la entrada',
    Exit: 'Salida',
    'Exit plate': 'Placa en la salida',
    Plate: 'Placa',
  },
});
