import { DriverRequestPage } from '#features/operations/valet/driver-request.page.tsx';
import { drawPhonePage } from '../draw-phone-page.tsx';

/** The page needs no session: the link in the driver's text message is enough. */
export function draw(): void {
  const [, token = ''] = /^\/car\/([^/]+)/.exec(location.pathname) ?? [];
  drawPhonePage('/car/$token', <DriverRequestPage token={decodeURIComponent(token)} />);
}
