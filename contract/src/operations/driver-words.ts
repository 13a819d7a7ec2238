import type { DriverRequest } from './valet.ts';

/** What a driver's page says first, in its HTML and when its code is there. */
export const driverWords = {
  en: {
    yourCar: 'Your car',
    pending: 'Not checked in yet',
    pendingHint: 'When you arrive, tell the attendant your code.',
    parked: 'Parked',
    parkedHint: 'Request your car a few minutes before you leave.',
    known: 'We know. Somebody will fetch it.',
    coming: 'On its way',
    ended: 'Handed over',
    endedHint: 'Have a good trip.',
    bring: 'Bring my car',
    asking: 'Asking for your car…',
  },
  es: {
    yourCar: 'Su vehículo',
    pending: 'Aún no registrado',
    pendingHint: 'Cuando llegue, dígale su código al encargado.',
    parked: 'Estacionado',
    parkedHint: 'Pida su vehículo unos minutos antes de irse.',
    known: 'Lo sabemos. Alguien irá por él.',
    coming: 'En camino',
    ended: 'Entregado',
    endedHint: 'Buen viaje.',
    bring: 'Traer mi vehículo',
    asking: 'Pidiendo su vehículo…',
  },
};

/** The state of a driver's car, by the name of its words; only a parked car can be asked for. */
export function findDriverState(
  request: Pick<DriverRequest, 'status' | 'requested_at' | 'is_fetched'>,
) {
  if (request.status !== 'active') return request.status;
  if (request.requested_at === null) return 'parked';
  return request.is_fetched ? 'coming' : 'known';
}
