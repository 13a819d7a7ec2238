import type { Untexted } from '@lotkeeper/contract/operations/valet';
import { nothingSends } from '@lotkeeper/contract/people/session';
import { lazy, Suspense } from 'react';
import { settings } from '../../../kernel/settings.ts';
import { findPublicOrigin } from '../../../shared/public-origin.ts';
import classes from './valet.module.css';

const QrCode = lazy(() => import('../../../ui/media/qr-code.tsx'));

/** What the driver wasn't texted, since nothing is set to: the stand shows it to them. */
export function UntextedPart({ untexted }: { untexted: readonly Untexted[] }) {
  if (untexted.length === 0) return null;
  const origin = findPublicOrigin(settings.public_url, globalThis.location.origin);
  return (
    <div className="ui-parts ui-bottom-wide" role="status">
      <p>
        {nothingSends.sms} Tell the driver their code, and let them scan the image: it opens the
        page of their car.
      </p>
      {untexted.map(({ code, link }) => (
        <div key={link} className={classes.untextedCar}>
          <strong className={classes.untextedCode}>{code}</strong>
          <div className={classes.untextedImage}>
            <Suspense fallback={null}>
              <QrCode text={`${origin}${link}`} label={`QR code of the driver’s page, ${code}`} />
            </Suspense>
          </div>
        </div>
      ))}
    </div>
  );
}
