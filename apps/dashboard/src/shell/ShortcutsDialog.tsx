import { useParams } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'

import { useMayIn } from '../data/staff-rights.ts'
import { Button } from '../kit/Button.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import { useLetters } from '../kit/shortcuts.ts'
import { useTexts } from '../language/useTexts.ts'
import { kitTexts } from '../texts/en/kit.ts'
import { shellTexts } from '../texts/en/shell.ts'
import { paletteKeys } from './palette-keys.ts'
import { railItems } from './rail-items.ts'

export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const t = useTexts(shellTexts)
  const { close } = useTexts(kitTexts)
  const { projectId } = useParams({ strict: false })
  const may = useMayIn(projectId)
  const [hasLetters] = useLetters()
  const modifier = paletteKeys.split(' ')[0] ?? ''
  const rows: readonly (readonly [what: string, ...keys: string[]])[] = [
    [t.shortcuts.palette, modifier, 'K'],
    [t.shortcuts.search, '/'],
    [t.shortcuts.primary, 'C'],
    [t.shortcuts.filter, 'F'],
    [t.shortcuts.rows, 'J', 'K'],
    [t.shortcuts.open, '↵'],
    [t.shortcuts.select, 'X'],
    [t.shortcuts.range, 'Shift', 'X'],
    [t.shortcuts.rowMenu, '.'],
    [t.shortcuts.close, 'Esc'],
    ...railItems.flatMap(({ id, letter, right }) =>
      letter === undefined || !may(right) ? [] : [[t.shortcuts.go(t.items[id]), 'G', letter.toUpperCase()] as const],
    ),
    [t.switchProject, 'G', 'P'],
    [t.shortcuts.save, modifier, 'S'],
    [t.shortcuts.help, '?'],
  ]
  return (
    <Dialog
      title={t.shortcuts.title}
      lead={hasLetters ? undefined : t.shortcuts.lettersOff}
      isWide
      onClose={onClose}
      footer={<Button onClick={onClose}>{close}</Button>}
    >
      <ul className="shortcut-list">
        {rows.map(([what, ...keys]) => (
          <li key={what}>
            <span>{what}</span>
            <span>
              {keys.map((key) => (
                <Fragment key={key}>
                  <kbd>{key}</kbd>
                </Fragment>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
