import { createFileRoute } from '@tanstack/react-router';
import { HelpCenterPage } from '../help-center-page.tsx';

export const Route = createFileRoute('/_auth/_shell/help-center')({ component: HelpCenterPage });
