import { ApiError } from '../kernel/api.ts';

/** The part of Stripe.js that is used here; its reference is https://docs.stripe.com/js. */
interface StripeElement {
  mount(target: HTMLElement): void;
  destroy(): void;
}

interface StripeElements {
  create(type: 'payment'): StripeElement;
}

interface StripeJs {
  elements(options: { clientSecret: string; locale: string }): StripeElements;
  confirmSetup(options: {
    elements: StripeElements;
    redirect: 'if_required';
    confirmParams: { return_url: string };
  }): Promise<{
    error?: { message?: string };
    setupIntent?: { id: string; status: string };
  }>;
  confirmCardPayment(
    clientSecret: string,
    data: { payment_method: string },
  ): Promise<{
    error?: { message?: string };
    paymentIntent?: { status: string };
  }>;
}

declare global {
  interface Window {
    Stripe?: (publishableKey: string) => StripeJs;
  }
}

const source = 'https://js.stripe.com/v3/';

const fault = (detail: string) => new ApiError(0, { detail, code: 'offline' });
const failure = 'The payment processor isn’t responding. Try again in a moment.';

let loading: Promise<void> | null = null;

/** Loads Stripe.js, once; Stripe allows it only from its own server. */
function loadScript(): Promise<void> {
  loading ??= new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = source;
    script.async = true;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      script.remove();
      loading = null;
      reject(fault(failure));
    });
    document.head.append(script);
  });
  return loading;
}

/** Opens Stripe.js with a key. Throws an ApiError when Stripe can't be reached. */
async function openStripe(publishableKey: string): Promise<StripeJs> {
  if (!window.Stripe) await loadScript();
  if (!window.Stripe) throw fault(failure);
  return window.Stripe(publishableKey);
}

/** Has a driver confirm a payment in their bank's dialog, which Stripe opens. Throws an ApiError when they don't. */
export async function confirmStripePayment({
  publishableKey,
  clientSecret,
  paymentMethod,
}: {
  publishableKey: string;
  clientSecret: string;
  paymentMethod: string;
}): Promise<void> {
  const stripe = await openStripe(publishableKey);
  const { error, paymentIntent } = await stripe.confirmCardPayment(clientSecret, {
    payment_method: paymentMethod,
  });
  if (error) throw fault(error.message ?? failure);
  // A bank may take a while to decide; the server reads the result from Stripe.
  if (!['succeeded', 'processing'].includes(paymentIntent?.status ?? '')) {
    throw fault('The payment wasn’t confirmed. Try again.');
  }
}

/** Stripe's own card fields on a page. The number goes to Stripe and never passes through the page. */
export interface StripeFields {
  /** Has the card confirmed, also by its bank if required, and returns the setup's id. */
  confirm(): Promise<string>;
  remove(): void;
}

/** Mounts Stripe's own fields in an element. Throws an ApiError when Stripe can't be reached. */
export async function openStripeFields(
  target: HTMLElement,
  {
    publishableKey,
    clientSecret,
    locale,
  }: { publishableKey: string; clientSecret: string; locale: string },
): Promise<StripeFields> {
  const stripe = await openStripe(publishableKey);
  const elements = stripe.elements({ clientSecret, locale });
  const element = elements.create('payment');
  element.mount(target);
  return {
    async confirm() {
      const { error, setupIntent } = await stripe.confirmSetup({
        elements,
        redirect: 'if_required',
        confirmParams: { return_url: window.location.href },
      });
      if (error) throw fault(error.message ?? failure);
      if (setupIntent?.status !== 'succeeded') throw fault('The card wasn’t confirmed. Try again.');
      return setupIntent.id;
    },
    remove: () => element.destroy(),
  };
}
