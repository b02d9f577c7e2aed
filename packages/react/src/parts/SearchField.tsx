'use client'

import type { KeyboardEvent, ReactNode } from 'react'
import { useTranslate } from '../i18n/language.ts'
import { Outline } from './Icon.tsx'
import type { ListSearch } from './useListSearch.ts'

interface SearchFieldProps {
  /** What the visitor searches for, such as "Search members". */
  readonly label: string
  readonly search: Pick<ListSearch<unknown>, 'text' | 'setText' | 'found'>
  readonly onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void
}

/** A field that searches a long list. The number of items that it finds is announced. */
export function SearchField({ label, search: { text, setText, found }, onKeyDown }: SearchFieldProps): ReactNode {
  const t = useTranslate()
  return (
    <span className="portico-search">
      <Outline name="search" d={magnifier} />
      <input
        className="portico-input"
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
      <span className="portico-visually-hidden" role="status">
        {text.trim() !== '' && t('{n} found', { n: found.length })}
      </span>
    </span>
  )
}

/** Lucide's magnifier (ISC licence), in the format of `Icon.tsx`. */
const magnifier = 'm21 21-4.34-4.34M11 3a8 8 0 1 0 0 16 8 8 0 0 0 0-16'
