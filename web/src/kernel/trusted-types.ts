interface TrustedTypesFactory {
  createPolicy(name: string, rules: Record<string, (text: string) => string>): unknown;
}

/**
 * The page's only Trusted Types policy: styles that a library writes pass, since they hold no markup;
 * scripts may come from our own origin; everything else is refused.
 */
export function limitTrustedTypes(): void {
  const factory = (globalThis as { trustedTypes?: TrustedTypesFactory }).trustedTypes;
  factory?.createPolicy('default', {
    createHTML(text) {
      if (text.includes('<')) throw new TypeError('Markup from text is not allowed here.');
      return text;
    },
    createScriptURL(text) {
      if (new URL(text, location.href).origin !== location.origin) {
        throw new TypeError('Scripts come from our own origin only.');
      }
      return text;
    },
  });
}
