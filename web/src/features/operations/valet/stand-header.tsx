import type { ValetLot } from '@lotkeeper/contract/operations/valet';
import { Bell, BellOff, LogOut } from 'lucide-react';
import { Button } from '../../../ui/form/button.tsx';
import { SearchSelect } from '../../../ui/form/search-select.tsx';
import classes from './valet.module.css';

interface StandHeaderProps {
  lots: readonly ValetLot[];
  lot: ValetLot | null;
  onLot: (pk: number) => void;
  sound: { on: boolean; toggle: () => void };
  onLogout: () => void;
}

export function StandHeader({ lots, lot, onLot, sound, onLogout }: StandHeaderProps) {
  const visibleLots = lots.filter(({ hidden }) => !hidden);
  const Icon = sound.on ? Bell : BellOff;
  return (
    <header className={classes.header}>
      <div className={classes.headerText}>
        <h1>Valet Dashboard</h1>
        {visibleLots.length > 1 ? null : <p className={classes.lot}>{lot?.name}</p>}
      </div>
      <div className={classes.headerButtons}>
        <Button
          variant="default"
          size="lg"
          aria-pressed={sound.on}
          aria-label="Sound when a driver asks for the car"
          title="Sound when a driver asks for the car"
          onClick={sound.toggle}
          classNames={{ root: classes.iconButton ?? '' }}
        >
          <Icon size={20} aria-hidden />
        </Button>
        <Button
          variant="default"
          size="lg"
          onClick={onLogout}
          leftSection={<LogOut size={18} aria-hidden />}
        >
          Logout
        </Button>
      </div>
      {visibleLots.length > 1 ? (
        <div className={classes.lotSelect}>
          <SearchSelect
            ariaLabel="Lot"
            placeholder="Lot"
            size="lg"
            options={visibleLots.map(({ pk, name }) => ({ value: String(pk), label: name }))}
            value={lot ? String(lot.pk) : null}
            onChoose={(pk) => onLot(Number(pk))}
          />
        </div>
      ) : null}
    </header>
  );
}
