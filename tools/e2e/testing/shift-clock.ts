/**
 * Runs in a page, and gives it the clock of the tests' world; answers' Date headers are this machine's, so the page
 * doesn't follow them.
 */
export function shiftClock(shift: number): void {
  const { prototype } = Headers;
  const descriptor = Object.getOwnPropertyDescriptor(prototype, 'get');
  const getHeader = descriptor?.value as (this: Headers, name: string) => string | null;
  prototype.get = function get(this: Headers, name: string) {
    return /^date$/i.test(name) ? null : getHeader.call(this, name);
  };
  const { Date: RealDate } = globalThis;
  const now = () => RealDate.now() + shift;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget) =>
      args.length === 0 ? new target(now()) : (Reflect.construct(target, args, newTarget) as Date),
    get: (target, name): unknown => (name === 'now' ? now : Reflect.get(target, name)),
  });
}
