import { endSession } from '../kernel/session.tsx';
import { EmptyState } from '../ui/data/states.tsx';
import { Button } from '../ui/form/button.tsx';

/** For drivers who sign in here when no payment app is configured. */
export function RenterPage({ onLogout }: { onLogout: () => Promise<void> }) {
  return (
    <main>
      <h1 className="ui-hidden">Lotkeeper</h1>
      <EmptyState
        title="This dashboard is for parking operators"
        text="You are signed in as a driver. To see or pay your parking, use the link in your confirmation message."
        action={
          <Button variant="default" onClick={() => void endSession(onLogout)}>
            Logout
          </Button>
        }
      />
    </main>
  );
}
