import { useProfile } from '../kernel/session.tsx';
import { PageHeader } from '../ui/frame/page-header.tsx';

/** Home of a superuser. */
export function Greeting() {
  const { first_name } = useProfile();
  return (
    <PageHeader
      title={`Hello, ${first_name}`}
      tabTitle="Lotkeeper"
      subtitle="Search for an organization or a property in the menu to start."
    />
  );
}
