import type { LetterContent as Content, LetterSection } from '@lotkeeper/contract/money/letters';
import classes from './letters.module.css';
import { TextLine } from './text-line.tsx';

/** The words of a letter, as in its email. */
export function LetterContent({ letter }: { letter: Content }) {
  const { lead, sections, closing } = letter;
  return (
    <div className={classes.letter}>
      {[...lead, ...(closing ? [[{ text: closing, path: null }]] : [])].map((line, index) => (
        <p key={line[0]?.text ?? index} className={classes.lead}>
          <TextLine line={line} />
        </p>
      ))}
      {sections.map((section) => (
        <Section key={section.title} {...section} />
      ))}
    </div>
  );
}

function Section({ title, figures, lines }: LetterSection) {
  return (
    <section className="ui-top-wide">
      <h2 className={classes.title}>{title}</h2>
      {figures.length > 0 ? (
        <dl className="ui-bottom">
          {figures.map(({ label, value, notes }) => (
            <div key={label} className={classes.figure}>
              <dt className={classes.label}>{label}</dt>
              <dd className={classes.value}>
                <TextLine line={[value]} />
              </dd>
              {notes.map((note, index) => (
                <dd key={`${index} ${note[0]?.text}`} className={classes.note}>
                  <TextLine line={note} />
                </dd>
              ))}
            </div>
          ))}
        </dl>
      ) : null}
      {lines.map((line, index) => (
        <p key={`${index} ${line[0]?.text}`} className="ui-bottom">
          <TextLine line={line} />
        </p>
      ))}
    </section>
  );
}
