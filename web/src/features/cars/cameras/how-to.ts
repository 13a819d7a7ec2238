import type { CameraFormat } from '@lotkeeper/contract/cars/cameras';

const keyInside = 'No header is needed: the key is part of the URL.';

/** What to do with the URL at the sender, step by step. */
export function howTo(format: CameraFormat, origin: string, key: string): string[] {
  const steps: Record<CameraFormat, string[]> = {
    'plate-recognizer': [
      'Stream: add it to webhook_targets in config.ini, with or without images.',
      'Snapshot: add it under Webhooks of your account.',
      `Software that sends to ParkPow keeps its own paths: set the server to ${origin} and the token to ${key}, which it sends as Authorization: Token.`,
    ],
    openalpr: [
      'In Rekor Scout, open Configuration, Web Hooks, and add it for all cameras.',
      'Choose plate groups and heartbeats, so a silent camera is noticed within minutes.',
      keyInside,
    ],
    frigate: [
      'Frigate only supports MQTT. Have Home Assistant or Node-RED post the messages here as JSON.',
      'Use the topic frigate/tracked_object_update or frigate/events.',
      keyInside,
    ],
    verkada: [
      'In Command, add a webhook for license plate events with this URL.',
      'With a signing secret, messages without the right Verkada-Signature are refused.',
      keyInside,
    ],
    axis: [
      'In the license plate application, add it as an HTTP POST target with event and image.',
      keyInside,
    ],
    hikvision: [
      'Under Network, Alarm Server, enter the URL’s host and path, and HTTP or HTTPS.',
      'Link the license plate event to the alarm center.',
      keyInside,
    ],
    dahua: [
      'Under Setting, Network, ITSAPI, turn it on and enter the URL’s host and port as the platform server.',
      'Enter the URL’s path as the ANPR interface and as the heartbeat interface.',
      keyInside,
    ],
    unifi: [
      'In Protect, open Alarm Manager and add an alarm for license plates: known, unknown, and of interest.',
      'As its action choose Webhook, Custom Webhook, enter this URL, and set the method to POST.',
      'Protect sends the name of a vehicle that you named, not its plate: name vehicles by their plates.',
    ],
    genetec: [
      'In the Sharp’s portal, open Configuration, Extension, and choose HTTP.',
      'Enter this URL and choose JSON or XML, with images if you want to see them here.',
      keyInside,
    ],
    onvif: [
      'A camera sends ONVIF metadata only to a program that asked for it: have that program post the XML here.',
      'It may post metadata streams, notifications, or both.',
      keyInside,
    ],
    custom: [
      'Have it post JSON or XML with at least the plate; time, camera and direction if it can.',
      'After the first message, choose Set Up on the Cameras page and show us which field is what.',
      keyInside,
    ],
    apds: [
      'Post observations, observation sets, or sessions.',
      'Or subscribe it to the topics Observation and Session.',
      keyInside,
    ],
  };
  return steps[format];
}
