import { AppealPage } from '#features/cars/appeals/appeal.page.tsx';
import { drawDriversPage } from '../draw-drivers-page.tsx';

export function draw(): void {
  // The number of the violation may be in the link, and is cut to the field's length.
  const code = new URLSearchParams(location.search).get('code')?.trim().slice(0, 40) ?? '';
  drawDriversPage('/appeal', <AppealPage code={code} />);
}
