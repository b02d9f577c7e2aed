import { ArrowRight, Minus, Pencil, Plus } from 'lucide-react'
import type { ReactNode } from 'react'

import type { ConfigurationChanges } from '../../data/project-settings.ts'
import { fill } from '@portico/ui/language/fill'
import { useTexts } from '../../language/useTexts.ts'
import { settingsTexts } from '../../texts/en/settings.ts'
import { linesOfChange, type ChangeLine } from './change-lines.ts'
import css from './settings.module.css'

/** What an import changes: settings with their values before and after, permissions, and mail templates. */
export function ChangeList({
  changes: { emailTemplates, permissionDefinitions, settings },
}: {
  readonly changes: ConfigurationChanges
}): ReactNode {
  const { file: t } = useTexts(settingsTexts)
  return (
    // A list that scrolls is reached with the keyboard.
    <ul className={css['changes']} tabIndex={0} aria-label={t.changesTitle}>
      {settings.flatMap(({ field, before, after }) =>
        linesOfChange(field, before, after).map((line, index) => <Line key={`${field} ${index}`} line={line} />),
      )}
      {permissionDefinitions.map(({ scope, id, change, before, after }) => (
        <li key={`${scope} ${id}`} data-change={change}>
          {signs[change]}
          <div>
            <p>{fill(t.permission[change], { id: <bdi className="mono">{id}</bdi> })}</p>
            {change === 'updated' && (
              <ul>
                {linesOfChange('', before, after).map((line, index) => (
                  <Line key={index} line={line} />
                ))}
              </ul>
            )}
          </div>
        </li>
      ))}
      {emailTemplates.map(({ type, locale, change }) => (
        <li key={`${type} ${locale}`} data-change={change}>
          {signs[change]}
          <p>{fill(t.template[change], { name: <bdi className="mono">{`${type} (${locale})`}</bdi> })}</p>
        </li>
      ))}
    </ul>
  )
}

const signs = {
  added: <Plus />,
  changed: <Pencil />,
  created: <Plus />,
  deleted: <Minus />,
  removed: <Minus />,
  secret: <Pencil />,
  updated: <Pencil />,
}

function Line({ line }: { readonly line: ChangeLine }): ReactNode {
  const { file: t } = useTexts(settingsTexts)
  return (
    <li data-change={line.kind}>
      {signs[line.kind]}
      <div>
        <bdi className="mono">{line.path.replace(/^\./, '')}</bdi>
        <p className={css['value']}>
          {line.kind === 'secret' ? (
            t.secretChanges
          ) : line.kind === 'changed' ? (
            <>
              <Value value={line.before} label={t.before} />
              <ArrowRight className="flip" />
              <Value value={line.after} label={t.after} />
            </>
          ) : (
            <Value value={line.entry} label={t[line.kind]} />
          )}
        </p>
      </div>
    </li>
  )
}

/** A value as in the document; the label is for screen readers. */
function Value({ value, label }: { readonly value: unknown; readonly label: string }): ReactNode {
  return (
    <>
      <span className="sr">{label}: </span>
      <code dir="ltr">{value === undefined ? '–' : JSON.stringify(value)}</code>
    </>
  )
}
