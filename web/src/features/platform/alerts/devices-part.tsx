import type { AnswerOf } from '@lotkeeper/contract/kernel/endpoint';
import { nothingSends } from '@lotkeeper/contract/people/session';
import type { PushDevice } from '@lotkeeper/contract/platform/push-devices';
import {
  listPushDevices,
  removePushDevice,
  testPushDevice,
} from '@lotkeeper/contract/platform/push-devices';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { now } from '../../../kernel/clock.ts';
import { formatAgo } from '../../../kernel/format.ts';
import { markStale, useRead, useSend } from '../../../kernel/queries.ts';
import { endNotifications, useSends } from '../../../kernel/session.tsx';
import { nameBrowser } from '../../../shared/browser-names.ts';
import { DataPanel } from '../../../ui/data/data-panel.tsx';
import { TableSkeleton } from '../../../ui/data/skeleton.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { FailureText, FormFailure } from '../../../ui/form/form-failure.tsx';
import {
  allowBrowser,
  confirmBrowser,
  explainPushError,
  findPushAbility,
  pushObstacles,
} from '../push-devices/public.ts';
import classes from './alerts.module.css';

/** The browsers that notifications go to, and whether this is one. */
export function DevicesPart() {
  const list = useRead(listPushDevices, {});
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <section aria-label="Devices for push" className="ui-bottom-wide">
      <h3 ref={heading} tabIndex={-1} className={classes.day}>
        Devices for push
      </h3>
      <DataPanel query={list} flush skeleton={<TableSkeleton rows={2} columns={2} />}>
        {(data) => <Devices {...data} onRemoved={() => heading.current?.focus()} />}
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

interface DevicesProps extends AnswerOf<typeof listPushDevices> {
  onRemoved: () => void;
}

function Devices({ public_key, devices, onRemoved }: DevicesProps) {
  const [thisPk, setThisPk] = useThisDevice(public_key);
  const sends = useSends();
  const allow = useMutation({
    mutationFn: () => allowBrowser(async () => public_key),
    onSuccess: (pk) => {
      setThisPk(pk);
      markStale([listPushDevices]);
    },
  });
  const test = useSend(testPushDevice, [listPushDevices]);
  const remove = useSend(removePushDevice, [listPushDevices]);
  const removeDevice = async (pk: number) => {
    await remove.mutateAsync({ params: { device: String(pk) } });
    onRemoved();
    // What is still subscribed would be a device without a row.
    if (pk === thisPk) await endNotifications();
  };
  const testedPk = Number(test.variables?.params.device);
  // A device that takes nothing any more is gone with its test.
  const isLost = devices.every(({ pk }) => pk !== testedPk);
  return (
    <>
      {devices.length === 0 ? (
        <p className={classes.hint}>
          {sends.email
            ? 'None yet. Until there is one, push alerts come by email, if you have an email address.'
            : `None yet, so push alerts don’t reach you. ${nothingSends.email}`}
        </p>
      ) : null}
      <ul>
        {devices.map((device) => (
          <DeviceRow
            key={device.pk}
            device={device}
            isHere={device.pk === thisPk}
            test={device.pk === testedPk ? test : null}
            isRemoving={remove.isPending && remove.variables.params.device === String(device.pk)}
            onTest={() => test.mutate({ params: { device: String(device.pk) } })}
            onRemove={() => void removeDevice(device.pk).catch(() => undefined)}
          />
        ))}
      </ul>
      {devices.some(({ pk }) => pk === thisPk) ? null : (
        <AllowPart isPending={allow.isPending} onAllow={() => allow.mutate()} />
      )}
      <FailureText>
        {allow.error ? explainPushError(allow.error) : isLost ? test.data?.failure : null}
      </FailureText>
      <FormFailure error={test.error ?? remove.error} />
    </>
  );
}

function AllowPart({ isPending, onAllow }: { isPending: boolean; onAllow: () => void }) {
  const ability = findPushAbility();
  return (
    <div className="ui-top">
      {ability === 'possible' ? (
        <Button variant="default" loading={isPending} onClick={onAllow}>
          Allow on this device
        </Button>
      ) : (
        <p className={classes.hint}>{pushObstacles[ability]}</p>
      )}
    </div>
  );
}

const describeDevice = ({ created_at, sent_at }: PushDevice) =>
  sent_at === null
    ? `Allowed ${formatAgo(created_at, now())}. Nothing was sent yet.`
    : `Last notified ${formatAgo(sent_at, now())}.`;

interface DeviceRowProps {
  device: PushDevice;
  isHere: boolean;
  /** The last test, if it was of this device. */
  test: { isPending: boolean; data: AnswerOf<typeof testPushDevice> | undefined } | null;
  isRemoving: boolean;
  onTest: () => void;
  onRemove: () => void;
}

function DeviceRow({ device, isHere, test, isRemoving, onTest, onRemove }: DeviceRowProps) {
  const browser = nameBrowser(device.user_agent);
  const name = isHere ? `${browser} (this one)` : browser;
  const facts = describeDevice(device);
  return (
    <li className={classes.device}>
      <div>
        <strong>{name}</strong>
        <p className={classes.facts}>{facts}</p>
        <FailureText>{device.failure}</FailureText>
        {test?.data?.failure === null ? <p role="status">Sent. It should appear now.</p> : null}
      </div>
      <div className={classes.mute}>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={`Send a test to ${name}. ${facts}`}
          loading={test?.isPending ?? false}
          onClick={onTest}
        >
          Send a test
        </Button>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={`Remove ${name}. ${facts}`}
          loading={isRemoving}
          onClick={onRemove}
        >
          Remove
        </Button>
      </div>
    </li>
  );
}
