import { adminAndEmployee } from '@lotkeeper/contract/kernel/access';
import { createFileRoute } from '@tanstack/react-router';
import { AdvertisingPage } from '#features/platform/advertising/advertising.page.tsx';

export const Route = createFileRoute('/_auth/_shell/organization/$organizationId/advertising')({
  staticData: { roles: adminAndEmployee, title: 'Advertising' },
  component: () => <AdvertisingPage {...Route.useParams()} />,
});
