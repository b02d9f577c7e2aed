import { containsTyped } from '@portico/ui/list/search-text'
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react'

import { Input } from '../kit/Field.tsx'
import { ChoiceGroup } from './ChoiceGroup.tsx'
import css from './choices.module.css'

export interface SearchedChoicesProps {
  readonly label: string
  readonly words: {
    /** The field that shortens the list. */
    readonly label: string
    /** What the list says if nothing matches. */
    readonly none: string
  }
  /** A value is an identifier, which the list shows below its label. */
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly current: unknown
  readonly onChoose: (value: string) => void
}

/**
 * The choices of a filter with many values. Arrow keys move in the list, and Enter in the field chooses the first one.
 */
export function SearchedChoices({ label, words, options, current, onChoose }: SearchedChoicesProps): ReactNode {
  const [query, setQuery] = useState('')
  const panel = useRef<HTMLDivElement>(null)
  const found = options.filter((option) => containsTyped(query, option.value, option.label))
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    const stops = [...(panel.current?.querySelectorAll<HTMLElement>('input, button') ?? [])]
    const at = stops.indexOf(document.activeElement as HTMLElement)
    stops[Math.max(0, Math.min(stops.length - 1, at + (event.key === 'ArrowDown' ? 1 : -1)))]?.focus()
  }
  return (
    <ChoiceGroup ref={panel} label={label} onKeyDown={onKeyDown}>
      <Input
        aria-label={words.label}
        placeholder={words.label}
        spellCheck={false}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing || !found[0]) return
          // The button that takes the focus back would be pressed by the same key.
          event.preventDefault()
          onChoose(found[0].value)
        }}
      />
      <ul className={css['list']}>
        {found.map((option) => (
          <li key={option.value}>
            <button
              type="button"
              className="menu-item"
              aria-pressed={option.value === current}
              onClick={() => onChoose(option.value)}
            >
              <span className={css['option']}>
                {option.label}
                <small className="mono" dir="ltr">
                  {option.value}
                </small>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="soft">{words.none}</p>}
    </ChoiceGroup>
  )
}
