import type { AnswerOf } from '@lotkeeper/contract/kernel/endpoint';
import type { PushDevice } from '@lotkeeper/contract/platform/push-devices';
import {
  listPushDevices,
  removePushDevice,
  testPushDevice,
} from '@lotkeeper/contract/platform/push-devices';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { now } from '../../../kernel/clock.ts';
import { formatAgo } from '../../../kernel/format.ts';
import { markStale, useRead, useSend } from '../../../kernel/queries.ts';
import { endNotifications } from '../../../kernel/session.tsx';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import { TableSkeleton } from '../../../ui/data/skeleton.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { FailureText, FormFailure } from '../../../ui/form/form-failure.tsx';
import classes from './alerts.module.css';
import { nameBrowser } from './browser-names.rules.ts';
import type { PushAbility } from './push-browser.ts';
import { allowBrowser, confirmBrowser, explainPushError, findPushAbility } from './push-browser.ts';

const obstacles: Record<Exclude<PushAbility, 'possible'>, string> = {
  blocked:
    'This browser blocks notifications of Lotkeeper. Allow them in its settings for this site, and load this page again.',
  'not on home screen':
    'On an iPhone or iPad, add Lotkeeper to the home screen with the Share button, and open it from there.',
  'not https': 'Browsers show notifications only of sites with https.',
  impossible: 'This browser can’t show notifications.',
};

/** The browsers that notifications go to, and whether this is one. */
export function DevicesPart() {
  const list = useRead(listPushDevices, {});
  return (
    <section aria-label="Devices for push" className={classes.devices}>
      <h3 className={classes.day}>Devices for push</h3>
      <DataPanel query={list} flush skeleton={<TableSkeleton rows={2} columns={2} />}>
        {(data) => <Devices {...data} />}
      </DataPanel>
    </section>
  );
}

/** The number of this browser's device; null when it isn't one. Looks once, when the dialog opens. */
function useThisDevice(key: string) {
  const [pk, setPk] = useState<number | null>(null);
  useEffect(() => {
    confirmBrowser(key).then(
      (confirmed) => {
        setPk(confirmed);
        if (confirmed !== null) markStale([listPushDevices]);
      },
      () => undefined,
    );
  }, [key]);
  return [pk, setPk] as const;
}

function Devices({ public_key: serverKey, devices }: AnswerOf<typeof listPushDevices>) {
  const [thisPk, setThisPk] = useThisDevice(serverKey);
  const allow = useMutation({
    mutationFn: () => allowBrowser(serverKey),
    onSuccess: (pk) => {
      setThisPk(pk);
      markStale([listPushDevices]);
    },
  });
  const [test, setTest] = useState<{ pk: number; failure: string } | null>(null);
  // A device that takes nothing any more is gone with its test.
  const lostReason = test && devices.every(({ pk }) => pk !== test.pk) ? test.failure : null;
  const ability = findPushAbility();
  const isHere = devices.some(({ pk }) => pk === thisPk);
  return (
    <>
      {devices.length === 0 ? (
        <p className={classes.hint}>None yet. Until there is one, push alerts come by mail.</p>
      ) : null}
      <ul className={classes.list}>
        {devices.map((device) => (
          <DeviceRow
            key={device.pk}
            device={device}
            isHere={device.pk === thisPk}
            onFailure={(failure) => setTest({ pk: device.pk, failure })}
          />
        ))}
      </ul>
      <div className={classes.allow}>
        {isHere ? null : ability === 'possible' ? (
          <Button variant="default" loading={allow.isPending} onClick={() => allow.mutate()}>
            Allow on this device
          </Button>
        ) : (
          <p className={classes.hint}>{obstacles[ability]}</p>
        )}
      </div>
      <FailureText>{allow.error ? explainPushError(allow.error) : lostReason}</FailureText>
    </>
  );
}

const describeDevice = ({ created_at, sent_at }: PushDevice) =>
  sent_at === null
    ? `Allowed ${formatAgo(created_at, now())}. Nothing was sent yet.`
    : `Last notified ${formatAgo(sent_at, now())}.`;

interface DeviceRowProps {
  device: PushDevice;
  isHere: boolean;
  onFailure: (failure: string) => void;
}

function DeviceRow({ device, isHere, onFailure }: DeviceRowProps) {
  const tryOut = useSend(testPushDevice, [listPushDevices]);
  const remove = useSend(removePushDevice, [listPushDevices]);
  const name = nameBrowser(device.user_agent);
  const params = { device: String(device.pk) };
  return (
    <li className={classes.device}>
      <div>
        <strong>{isHere ? `${name} (this one)` : name}</strong>
        <p className={classes.facts}>{describeDevice(device)}</p>
        <FailureText>{device.failure}</FailureText>
        {tryOut.data?.failure === null ? <p role="status">Sent. It should appear now.</p> : null}
        <FormFailure error={tryOut.error ?? remove.error} />
      </div>
      <div className={classes.mute}>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={`Send a test to ${name}`}
          loading={tryOut.isPending}
          onClick={() =>
            tryOut.mutate(
              { params },
              { onSuccess: ({ failure }) => (failure === null ? undefined : onFailure(failure)) },
            )
          }
        >
          Send a test
        </Button>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={`Remove ${name}`}
          loading={remove.isPending}
          onClick={() =>
            // What is still subscribed would be confirmed again by the next look.
            remove.mutate(
              { params },
              { onSuccess: () => (isHere ? endNotifications().catch(() => undefined) : undefined) },
            )
          }
        >
          Remove
        </Button>
      </div>
    </li>
  );
}
