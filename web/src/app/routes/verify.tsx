import { createFileRoute } from '@tanstack/react-router';
import { VerifyPage } from '#features/trust/evidence/verify.page.tsx';

/** For anyone who receives an evidence packet, signed in or not. */
export const Route = createFileRoute('/verify')({ component: VerifyPage });
