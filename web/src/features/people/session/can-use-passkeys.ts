/** Whether this browser can use passkeys at this address: it must have a name, and https or be this machine. */
export const canUsePasskeys = () =>
  'PublicKeyCredential' in window &&
  window.isSecureContext &&
  !/^[\d.]+$|^\[/.test(location.hostname);
