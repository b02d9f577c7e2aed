import { keepBeside } from '@portico/ui/parts/placement'
import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react'

import type { FailedSearch } from '../data/records.ts'
import { useFailureText } from '../kit/failure.ts'
import { Input } from '../kit/Field.tsx'
import { POPOVER_GAP_PIXELS } from '../kit/popover-gap.ts'
import { useTexts } from '../language/useTexts.ts'
import { kitTexts } from '../texts/en/kit.ts'
import css from './suggest.module.css'

export interface SuggestInputProps {
  readonly query: string
  readonly onQuery: (query: string) => void
  readonly options: readonly { readonly id: string; readonly content: ReactNode }[]
  /** The options are those for an earlier text. Enter chooses none of them. */
  readonly areOutdated?: boolean
  /** Some options could not be read. The last one tries again. */
  readonly failure?: FailedSearch | null
  readonly onChoose: (id: string) => void
  readonly placeholder: string
  /** What the list says without options. */
  readonly empty: string
  /** What the field is called, if it is not in a `Field`. */
  readonly label?: string | undefined
  /** The field contains ids. */
  readonly isMono?: boolean
  readonly onBackspace?: () => void
}

/** No record has it as its id. */
const RETRY = ''

/** A text field with suggestions below it. Arrow keys and Enter choose; the field keeps the focus. */
export function SuggestInput(props: SuggestInputProps): ReactNode {
  const { query, onQuery, onChoose, placeholder, empty, label, onBackspace } = props
  const { areOutdated = false, failure = null, isMono = false } = props
  const { tryAgain } = useTexts(kitTexts)
  const failureText = useFailureText()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [at, setAt] = useState(0)
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const options = failure
    ? [...props.options, { id: RETRY, content: <FailureLine text={failureText(failure.error)} act={tryAgain} /> }]
    : props.options
  const active = options[Math.min(at, options.length - 1)]
  useBeside(isOpen, list, input)

  function choose(chosen: string): void {
    if (chosen === RETRY) return failure?.retry()
    onChoose(chosen)
    onQuery('')
    setAt(0)
    // The list would cover what follows the field.
    setOpen(false)
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setOpen(true)
      const step = event.key === 'ArrowDown' ? 1 : -1
      if (isOpen && options.length > 0)
        setAt((Math.min(at, options.length - 1) + step + options.length) % options.length)
    } else if (event.key === 'Enter') {
      // Enter chooses; it does not send a form with a half-typed name.
      if (isOpen || query !== '') event.preventDefault()
      if (isOpen && active && !areOutdated) choose(active.id)
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault()
      event.stopPropagation()
      setOpen(false)
    } else if (event.key === 'Backspace' && query === '') {
      onBackspace?.()
    }
  }

  return (
    <>
      <Input
        ref={input}
        role="combobox"
        className={isMono ? 'mono' : undefined}
        aria-expanded={isOpen}
        aria-controls={isOpen ? `${id}-list` : undefined}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && active ? `${id}-${active.id}` : undefined}
        {...(label !== undefined && { 'aria-label': label })}
        placeholder={placeholder}
        spellCheck={false}
        autoCapitalize="off"
        value={query}
        onChange={(event) => {
          onQuery(event.target.value)
          setOpen(true)
          setAt(0)
        }}
        onClick={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
      />
      {isOpen && (
        <Suggestions
          id={id}
          list={list}
          label={placeholder}
          areOutdated={areOutdated}
          options={options}
          active={active}
          empty={empty}
          onChoose={choose}
        />
      )}
    </>
  )
}

/** Shows a list below its field, in the top layer, so that the edge of a dialog does not cut it. */
function useBeside(
  isOpen: boolean,
  list: RefObject<HTMLDivElement | null>,
  input: RefObject<HTMLInputElement | null>,
): void {
  useLayoutEffect(() => {
    const [field, panel] = [input.current, list.current]
    if (!isOpen || !field || !panel) return
    panel.showPopover()
    panel.style.inlineSize = `${field.offsetWidth}px`
    return keepBeside(panel, field, { align: 'start', gap: POPOVER_GAP_PIXELS })
  }, [isOpen, list, input])
}

function FailureLine({ text, act }: { readonly text: string; readonly act: string }): ReactNode {
  return (
    <span>
      {text} <span className="link">{act}</span>
    </span>
  )
}

interface SuggestionsProps extends Pick<SuggestInputProps, 'options' | 'empty' | 'onChoose'> {
  readonly id: string
  readonly list: RefObject<HTMLDivElement | null>
  readonly label: string
  readonly areOutdated: boolean
  readonly active: SuggestInputProps['options'][number] | undefined
}

function Suggestions({ id, list, label, areOutdated, options, active, empty, onChoose }: SuggestionsProps): ReactNode {
  return (
    <div
      ref={list}
      className={`popover ${css['list']}`}
      popover="manual"
      id={`${id}-list`}
      role="listbox"
      aria-busy={areOutdated || undefined}
      aria-label={label}
    >
      {options.map((option) => (
        <div
          key={option.id}
          id={`${id}-${option.id}`}
          role="option"
          aria-selected={option === active}
          ref={(element) => {
            if (option === active) element?.scrollIntoView({ block: 'nearest' })
          }}
          // The field keeps the focus.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(option.id)}
        >
          {option.content}
        </div>
      ))}
      {options.length === 0 && (
        <div role="option" aria-selected={false} aria-disabled="true">
          {empty}
        </div>
      )}
    </div>
  )
}
