import { useProfile } from '../kernel/session.tsx';
import { PageHeader } from '../ui/frame/page-header.tsx';

/** Home of a superuser. */
export function Greeting() {
  const { first_name } = useProfile();
  return (
    <>
      <title>Lotkeeper</title>
      <PageHeader
        title={`Hello, ${first_name}`}
        subtitle="Search for an organization or a property in the menu to start."
      />
    </>
  );
}
