import type { CameraFormat } from '@lotkeeper/contract/cameras';

const keyInside = 'No header is needed: the key is a part of the address.';

/** What to do with the address at the sender, step by step. */
export function howTo(format: CameraFormat, origin: string, key: string): string[] {
  const steps: Record<CameraFormat, string[]> = {
    'plate-recognizer': [
      'Stream: add it to webhook_targets in config.ini, with or without pictures.',
      'Snapshot: add it under Webhooks of your account.',
      `What sends to ParkPow keeps its own paths: set the server to ${origin} and the token to ${key}, which it sends as Authorization: Token.`,
    ],
    openalpr: [
      'In Rekor Scout, open Configuration, Web Hooks, and add it for all cameras.',
      'Choose plate groups, and heartbeats so that a silent camera is noticed within minutes.',
      keyInside,
    ],
    frigate: [
      'Frigate speaks MQTT only. Let Home Assistant or Node-RED post the messages here as JSON.',
      'Use the topic frigate/tracked_object_update or frigate/events.',
      keyInside,
    ],
    verkada: [
      'In Command, add a webhook for licence plate events with this address.',
      'With a signing secret, messages without the right Verkada-Signature are refused.',
      keyInside,
    ],
    axis: [
      'In the licence plate application, add it as an HTTP POST target with event and image.',
      keyInside,
    ],
    hikvision: [
      'Under Network, Alarm Server, enter host and path of the address, and HTTP or HTTPS.',
      'Link the licence plate event to the alarm centre.',
      keyInside,
    ],
    apds: [
      'Post observations, sets of them, or sessions.',
      'Or subscribe it to the topics Observation and Session.',
      keyInside,
    ],
  };
  return steps[format];
}
