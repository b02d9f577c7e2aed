import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'

import { useTexts } from '../language/useTexts.ts'
import { kitTexts } from '../texts/en/kit.ts'
import { IconButton } from './Button.tsx'
import { createDelayedValue, receiveValue, reportText } from './delayed-value.ts'
import './field.css'
import { useShortcut } from './shortcuts.ts'

/** A delayed input: a search begins when the person stops typing. */
const SEARCH_DELAY_MILLIS = 500

export interface SearchInputProps {
  /** The search that the list shows. A change from outside, such as Back, replaces the text. */
  readonly value: string
  readonly onChange: (value: string) => void
  /** What is searched: "Name, email or ID". It is also the placeholder. */
  readonly label: string
  /** Whether `/` moves the focus here. */
  readonly hasShortcut?: boolean
}

/** A search field that reports 500 ms after the last key; at once on Enter and when it is cleared. */
export function SearchInput({ value, onChange, label, hasShortcut = true }: SearchInputProps): ReactNode {
  const t = useTexts(kitTexts)
  const input = useRef<HTMLInputElement>(null)
  const { text, type, report } = useDelayedValue(value, onChange)
  useShortcut(hasShortcut ? '/' : null, () => input.current?.select())
  return (
    <div className="search" role="search" aria-label={label}>
      <Search />
      <input
        ref={input}
        className="input"
        type="search"
        value={text}
        placeholder={label}
        aria-label={label}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) report(text)
          if (event.key === 'Escape' && text !== '') {
            event.preventDefault()
            event.stopPropagation()
            report('')
          }
        }}
      />
      {text === '' ? (
        hasShortcut && <kbd aria-hidden="true">/</kbd>
      ) : (
        <IconButton
          size="small"
          label={t.clearSearch}
          onClick={() => {
            report('')
            input.current?.focus()
          }}
        >
          <X />
        </IconButton>
      )}
    </div>
  )
}

/** Reports a typed value after a pause. Unmounting cancels what is not reported. */
function useDelayedValue(
  value: string,
  onChange: (value: string) => void,
): { text: string; type: (text: string) => void; report: (text: string) => void } {
  const [field, setField] = useState(() => createDelayedValue(value))
  if (field.received !== value) setField(receiveValue(field, value))
  const { text } = field
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  })
  const wanted = text.trim()
  useEffect(() => {
    if (wanted === value) return
    const timer = setTimeout(() => {
      setField((before) => ({ ...before, reported: wanted }))
      latest.current(wanted)
    }, SEARCH_DELAY_MILLIS)
    return () => clearTimeout(timer)
  }, [wanted, value])
  return {
    text,
    type: (now) => setField((before) => ({ ...before, text: now })),
    report: (now) => {
      setField((before) => reportText(before, now))
      if (now.trim() !== value) latest.current(now.trim())
    },
  }
}
