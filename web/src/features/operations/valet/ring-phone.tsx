import type { ValetLot } from '@lotkeeper/contract/operations/valet';
import { listPushDevices, ringPushDevice } from '@lotkeeper/contract/platform/push-devices';
import { useMutation } from '@tanstack/react-query';
import { BellRing } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { call } from '../../../kernel/api.ts';
import { Button } from '../../../ui/form/button.tsx';
import { FailureText } from '../../../ui/form/form-failure.tsx';
import {
  allowBrowser,
  confirmBrowser,
  explainPushError,
  findPushAbility,
  pushObstacles,
} from '../../platform/push-devices/public.ts';
import classes from './valet.module.css';

const readKey = async () => (await call(listPushDevices, {})).public_key;

const setRing = async (device: number, spot: number, is_on: boolean) =>
  (await call(ringPushDevice, { params: { device: String(device) }, body: { spot, is_on } })).is_on;

/** Whether a stand rings this browser; browsers change their addresses, so this one is confirmed too. */
async function findRing(spot: number): Promise<boolean> {
  const { public_key, devices } = await call(listPushDevices, {});
  const ownDevice = await confirmBrowser(public_key);
  return devices.some(({ pk, valet_spots }) => pk === ownDevice && valet_spots.includes(spot));
}

/** Has this browser allow notifications, and the stand ring it or not. */
async function changeRing(spot: number, isOn: boolean): Promise<boolean> {
  const device = await (isOn ? allowBrowser(readKey) : confirmBrowser());
  return device !== null && setRing(device, spot, isOn);
}

/** Has the stand ring this phone while its page is closed, or the phone locked. */
export function RingPhone({ lot }: { lot: ValetLot }) {
  const [isOn, setIsOn] = useState(false);
  const textId = useId();
  const ability = findPushAbility();
  useEffect(() => {
    if ('Notification' in globalThis && Notification.permission === 'granted')
      findRing(lot.pk).then(setIsOn, () => undefined);
  }, [lot.pk]);
  const change = useMutation({
    mutationFn: () => changeRing(lot.pk, !isOn),
    onSuccess: setIsOn,
  });
  return (
    <section aria-label="This phone">
      <Button
        variant={isOn ? 'light' : 'default'}
        size="lg"
        aria-pressed={isOn}
        aria-describedby={textId}
        disabled={ability !== 'possible'}
        loading={change.isPending}
        leftSection={<BellRing size={20} aria-hidden />}
        onClick={() => change.mutate()}
      >
        Ring this phone
      </Button>
      <p id={textId} className={`${classes.quiet} ui-top`} role="status">
        {ability === 'possible' ? describeRing(isOn, lot.name) : pushObstacles[ability]}
      </p>
      <FailureText>{change.error ? explainPushError(change.error) : null}</FailureText>
    </section>
  );
}

const describeRing = (isOn: boolean, lot: string) =>
  isOn
    ? `This phone gets a notification when a driver at ${lot} asks for the car, also while it’s locked, until you log out. Its volume decides whether you hear it.`
    : `Get a notification when a driver at ${lot} asks for the car, also while this phone is locked or in your pocket.`;
