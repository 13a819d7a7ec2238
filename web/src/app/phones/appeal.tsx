import { AppealPage } from '#features/cars/appeals/appeal.page.tsx';
import { drawPhonePage } from '../draw-phone-page.tsx';

export function draw(): void {
  // The number of the violation may be in the link, and is cut to the field's length.
  const code = new URLSearchParams(location.search).get('code')?.trim().slice(0, 40) ?? '';
  drawPhonePage('/appeal', <AppealPage code={code} />);
}
