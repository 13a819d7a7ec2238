import type { CameraFormat } from '@lotkeeper/contract/cars/cameras';
import { apds } from './apds.ts';
import { axis } from './axis.ts';
import type { Format } from './camera-read.ts';
import { dahua } from './dahua.ts';
import { frigate } from './frigate.ts';
import { genetec } from './genetec.ts';
import { hikvision } from './hikvision.ts';
import { onvif } from './onvif.ts';
import { openalpr } from './openalpr.ts';
import { plateRecognizer } from './plate-recognizer.ts';
import { unifi } from './unifi.ts';
import { verkada } from './verkada.ts';

/** The reader of each format; `custom` uses the mapping of its connection. */
export const formats: Readonly<Record<Exclude<CameraFormat, 'custom'>, Format>> = {
  'plate-recognizer': plateRecognizer,
  openalpr,
  frigate,
  verkada,
  axis,
  hikvision,
  dahua,
  unifi,
  genetec,
  onvif,
  apds,
};
