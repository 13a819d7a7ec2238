import { DriverRequestPage } from '#features/operations/valet/driver-request.page.tsx';
import { drawDriversPage } from '../draw-drivers-page.tsx';

/** The page needs no session: the link in the driver's text message is enough. */
export function draw(): void {
  const [, token = ''] = /^\/car\/([^/]+)/.exec(location.pathname) ?? [];
  drawDriversPage('/car/$token', <DriverRequestPage token={decodeURIComponent(token)} />);
}
