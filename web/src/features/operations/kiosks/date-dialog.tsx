import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { WaitingVisitor } from '@lotkeeper/contract/operations/kiosks';
import type { FormEvent } from 'react';
import { useState } from 'react';
import { useTexts } from '../../../kernel/language.ts';
import { Button } from '../../../ui/form/button.tsx';
import { TextInput } from '../../../ui/form/text-input.tsx';
import { Dialog } from '../../../ui/frame/dialog.tsx';
import classes from './kiosk.module.css';
import { validationTexts } from './kiosk-texts.ts';

/** Asks for a visitor's last day, in the tablet's own calendar: it's large and allows only valid days. */
export function DateDialog(props: {
  visitor: WaitingVisitor;
  days: { today: LocalDate; last: LocalDate };
  onChoose: (date: LocalDate) => void;
  onClose: () => void;
}) {
  const { visitor, days, onChoose, onClose } = props;
  const [date, setDate] = useState<string>(days.today);
  const texts = useTexts(validationTexts);
  const title = texts.title(visitor.car_details.plate);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onChoose(date as LocalDate);
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form className={classes.form} onSubmit={submit}>
        <TextInput
          type="date"
          size="lg"
          label={texts.until}
          min={days.today}
          max={days.last}
          value={date}
          onChange={(event) => setDate(event.currentTarget.value)}
          required
          data-autofocus
        />
        <div className={classes.buttons}>
          <Button variant="default" size="lg" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" size="lg" disabled={!date}>
            {texts.validate}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
