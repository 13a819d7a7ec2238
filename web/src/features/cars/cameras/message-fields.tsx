import type { MessageField } from '@lotkeeper/contract/cars/camera-mappings';
import { ScrollBox } from '../../../ui/data/scroll-box.tsx';
import classes from './cameras.module.css';

/** The fields of a message with their values, in the message's structure. */
export function MessageFields({ fields }: { fields: readonly MessageField[] }) {
  return (
    <details className={classes.fields} open>
      <summary>Fields of the message</summary>
      <ScrollBox label="Fields of the message" className={classes.fieldList ?? ''}>
        <dl>
          {fields.map(({ path, values }) => (
            <div key={path.join('\0')} className="ui-spread">
              <dt>{path.join(' › ')}</dt>
              <dd>{values.join(', ') || '–'}</dd>
            </div>
          ))}
        </dl>
      </ScrollBox>
    </details>
  );
}
