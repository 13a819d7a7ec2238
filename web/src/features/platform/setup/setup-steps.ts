import type { SetupStep } from '@lotkeeper/contract/platform/setup';
import { setupSteps } from '@lotkeeper/contract/platform/setup';

interface StepWords {
  title: string;
  /** Why it's a step. */
  why: string;
}

export const stepWords: Readonly<Record<SetupStep, StepWords>> = {
  property: {
    title: 'Add a property',
    why: 'Everything is recorded for a property, in its time zone.',
  },
  prices: {
    title: 'Set prices',
    why: 'They are what drivers pay, and what an unpaid stay is worth.',
  },
  people: {
    title: 'Invite your people',
    why: 'Each signs in with a code of their own, and sees what their role needs.',
  },
  messages: {
    title: 'Send emails and text messages',
    why: 'Sign-in codes, invitations and notices go out by email or text.',
  },
  payouts: {
    title: 'Choose where payouts go',
    why: 'Without a bank account, money waits at the payment processor.',
  },
  arrivals: {
    title: 'Connect a camera or a gate',
    why: 'Cameras report plates. Gates, pay stations and booking sites send what they know with an API key.',
  },
  records: {
    title: 'See the first rental',
    why: 'It arrives by itself from what you connected. Bring what your old system recorded, too.',
  },
};

/** The first step that isn't done; null when all are. */
export const findNextStep = (done: readonly SetupStep[]): SetupStep | null =>
  setupSteps.find((step) => !done.includes(step)) ?? null;
