const overlays = '[role="dialog"], [role="menu"]';
/** Parts of a page that take the focus of an element that is gone: the nearest one takes it. */
const pageParts = `${overlays}, section, form, main`;
/** What a page says about what was just done. */
const notice = 'output[tabindex]:not(:empty)';

/** Whether an element can't hold the focus any more. */
const isGone = (element: Element) => !element.isConnected || element.matches(':disabled');

/**
 * Keeps the focus where a person continues. When the element that has it is removed or disabled, browsers give it to
 * nothing, and the next Tab begins at the top of the page; here the nearest part of the page around it takes it. From a
 * dialog or a menu it goes to the opener, or around that. Where only the whole page is left, what it says about the
 * action takes it.
 * Returns a function that stops it.
 */
export function keepFocus(): () => void {
  let around: Element[] = [];
  let outside: Element[] = [];
  const remember = ({ target }: FocusEvent) => {
    around = [];
    for (let at = target as Element | null; at; at = at.parentElement) around.push(at);
    const overlay = around.findIndex((element) => element.matches(overlays));
    if (overlay === -1) outside = around;
    else around.splice(overlay + 1, Infinity, ...outside);
  };
  const restore = () => {
    const [focused] = around;
    if (document.activeElement !== document.body || !focused || !isGone(focused)) return;
    const nearest = around.find(
      (element) => !isGone(element) && (element === outside[0] || element.matches(pageParts)),
    );
    const part = nearest?.matches('main') ? (nearest.querySelector(notice) ?? nearest) : nearest;
    if (!(part instanceof HTMLElement)) return;
    if (part.tabIndex < 0) part.tabIndex = -1;
    part.focus({ preventScroll: true });
  };
  const observer = new MutationObserver(restore);
  document.addEventListener('focusin', remember);
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled'],
  });
  return () => {
    document.removeEventListener('focusin', remember);
    observer.disconnect();
  };
}
