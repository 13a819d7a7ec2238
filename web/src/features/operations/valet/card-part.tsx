import type { DriverRequest } from '@lotkeeper/contract/operations/valet';
import { putCardOnFile, startCardSetup } from '@lotkeeper/contract/operations/valet';
import { useCallback, useState } from 'react';
import { callInTime } from '../../../kernel/call-in-time.ts';
import { useTexts } from '../../../kernel/language.ts';
import { CardForm } from '../../../shared/card-form.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { driverTexts } from './driver-texts.ts';

/** The card that is charged for a balance, and a form for another one. */
export function CardPart(props: {
  token: string;
  card: DriverRequest['card'];
  onSaved: () => void;
}) {
  const { token, card, onSaved } = props;
  const texts = useTexts(driverTexts);
  const [open, setOpen] = useState(false);
  const start = useCallback(() => callInTime(startCardSetup, { params: { token } }), [token]);
  const send = async (cardToken: string) => {
    await callInTime(putCardOnFile, { params: { token }, body: { token: cardToken } });
    setOpen(false);
    onSaved();
  };
  return (
    <section className="ui-parts" aria-label={texts.method}>
      <p className="ui-dimmed">{card ? texts.card(card.brand, card.last_four) : texts.noCard}</p>
      {open ? (
        <CardForm
          submit={texts.save}
          stripeNote={texts.stripeNote}
          start={start}
          send={send}
          onCancel={() => setOpen(false)}
        />
      ) : (
        <Button variant="default" size="lg" fullWidth onClick={() => setOpen(true)}>
          {card ? texts.otherCard : texts.addCard}
        </Button>
      )}
    </section>
  );
}
