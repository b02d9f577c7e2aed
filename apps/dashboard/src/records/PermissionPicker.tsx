import { containsTyped } from '@portico/ui/list/search-text'
import { X } from 'lucide-react'
import { useState, type ReactNode } from 'react'

import { announce } from '../kit/announce.ts'
import { useTexts } from '../language/useTexts.ts'
import { permissionsTexts } from '../texts/en/permissions.ts'
import css from './suggest.module.css'
import { SuggestInput } from './SuggestInput.tsx'

export interface PermissionPickerProps {
  readonly chosen: readonly string[]
  /** All permissions that can be chosen. */
  readonly options: readonly { readonly id: string; readonly description?: string }[]
  readonly onChange: (chosen: string[]) => void
  /** What is chosen, if the picker is not in a `Field`. */
  readonly label?: string
}

const SHOWN_MAX = 50

/**
 * Chooses several permissions: a search with suggestions, and the chosen ones as chips. Backspace removes the last one.
 */
export function PermissionPicker({ chosen, options, onChange, label }: PermissionPickerProps): ReactNode {
  const t = useTexts(permissionsTexts)
  const [query, setQuery] = useState('')
  const fitting = options
    .filter(({ id }) => !chosen.includes(id))
    .filter(({ id, description }) => containsTyped(query, id, description))
    .slice(0, SHOWN_MAX)

  function remove(id: string): void {
    onChange(chosen.filter((other) => other !== id))
    announce(t.picker.removed(id))
  }

  return (
    <>
      <SuggestInput
        isMono
        query={query}
        onQuery={setQuery}
        placeholder={t.picker.search}
        empty={t.picker.none}
        label={label === undefined ? undefined : t.picker.add(label)}
        options={fitting.map(({ id, description = '' }) => ({
          id,
          content: (
            <>
              <code className={css['id']} dir="ltr">
                {id}
              </code>
              <bdi className={css['about']}>{description}</bdi>
            </>
          ),
        }))}
        onChoose={(id) => {
          onChange([...chosen, id])
          announce(t.picker.added(id))
        }}
        onBackspace={() => {
          const last = chosen.at(-1)
          if (last !== undefined) remove(last)
        }}
      />
      {chosen.length > 0 && (
        <ul className={css['chosen']}>
          {chosen.map((id) => (
            <li key={id} className="chip mono">
              <span dir="ltr">{id}</span>
              <button type="button" aria-label={t.picker.remove(id)} onClick={() => remove(id)}>
                <X />
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
