'use client'

import { MAGIC_LINK_CODE_CHARACTERS, TOTP_DIGITS } from '@portico/contract/limits'
import { readTypedCode } from '@portico/contract/typed-code'
import { useEffect, useId, useMemo, useRef, useState, type ReactNode } from 'react'
import { useCssVariables } from '../theme/useCssVariables.ts'
import { Icon } from './Icon.tsx'

/** The characters of a code. Mailed codes have letters and digits, authenticator codes only digits. */
type CodeKind = 'letters-and-digits' | 'digits'

export interface CodeFieldProps {
  readonly label: string
  /** A pattern must match the complete input, also while the code is incomplete. */
  readonly kind: CodeKind | RegExp
  /** Number of characters. Default: that of mailed codes for letters and digits, else that of authenticator codes. */
  readonly length?: number | undefined
  /** The name of the form field. Default: `code`. */
  readonly name?: string | undefined
  readonly value: string
  /** Called with the normalised code. For the known kinds: upper case, without spaces or dashes. */
  readonly onChange: (code: string) => void
  /** Called when the code is complete, typed or pasted. */
  readonly onComplete?: ((code: string) => void) | undefined
  readonly error?: string | undefined
  /** A secondary text below the field. */
  readonly hint?: ReactNode
  /** The code is being checked: the field keeps the focus and is read-only. */
  readonly busy?: boolean | undefined
  /** Takes the focus on mount, because the field replaces the focused content. */
  readonly takesFocus?: boolean | undefined
}

/**
 * Draws slots behind one native text field, so that paste, autofill, the caret and screen readers work as in any field.
 * Letter spacing alone aligns the characters with the slots.
 */
export function CodeField(props: CodeFieldProps): ReactNode {
  const { label, kind, length = defaultLength(kind), name = 'code', value, error, hint } = props
  const { busy = false, takesFocus = false } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const { composed, read, compose } = useTypedCode(props, length)
  useEffect(() => {
    if (takesFocus) input.current?.focus()
  }, [takesFocus])
  const setSlots = useCssVariables(useMemo(() => ({ '--portico-code-length': String(length) }), [length]))

  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const describedBy = [error !== undefined && errorId, hint !== undefined && hintId].filter(Boolean).join(' ')
  return (
    <div className="portico-field" data-invalid={error === undefined ? undefined : ''}>
      <label className="portico-label" htmlFor={id}>
        {label}
      </label>
      {/* Codes are written from left to right in every language. */}
      <div ref={setSlots} className="portico-code" dir="ltr" data-busy={busy ? '' : undefined}>
        {Array.from({ length }, (_, index) => (
          <span key={index} className="portico-code-slot" data-next={index === value.length ? '' : undefined} />
        ))}
        <input
          ref={input}
          className="portico-code-input"
          id={id}
          name={name}
          type="text"
          value={composed ?? value}
          onChange={({ target, nativeEvent }) => {
            if ((nativeEvent as InputEvent).isComposing) compose(target.value)
            else read(target)
          }}
          onCompositionEnd={({ currentTarget }) => read(currentTarget)}
          onBlur={({ currentTarget }) => read(currentTarget)}
          onKeyDown={({ key, currentTarget, nativeEvent }) => {
            if (key === 'Enter' && !nativeEvent.isComposing) read(currentTarget)
          }}
          readOnly={busy}
          autoComplete="one-time-code"
          inputMode={kind === 'digits' ? 'numeric' : 'text'}
          autoCapitalize={kind === 'letters-and-digits' ? 'characters' : 'none'}
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="done"
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={describedBy === '' ? undefined : describedBy}
        />
      </div>
      {error !== undefined && (
        // The focus stays in the field, so only an alert makes screen readers announce the error.
        <p className="portico-error" id={errorId} role="alert">
          <Icon name="alert" />
          <span>{error}</span>
        </p>
      )}
      {hint !== undefined && (
        <p className="portico-hint" id={hintId}>
          {hint}
        </p>
      )}
    </div>
  )
}

interface TypedCode {
  /** The text of the field while an input method composes it. */
  readonly composed: string | null
  /** Takes over the text of the field, which can also be there without an event (autofill). */
  readonly read: (field: HTMLInputElement) => void
  /** The text of an input method stays as it is: a change would make the input method insert it again. */
  readonly compose: (text: string) => void
}

function useTypedCode({ kind, value, onChange, onComplete }: CodeFieldProps, length: number): TypedCode {
  const [composed, setComposed] = useState<string | null>(null)

  function read(field: HTMLInputElement): void {
    const clean = (text: string): string => cleanCode(kind, text, length)
    const isRejected = field.value !== '' && !isAccepted(kind, clean(field.value))
    const code = isRejected ? value : clean(field.value)
    // If React corrects the value, it moves the caret to the end, even when the user edits in the middle.
    const end = field.selectionStart ?? field.value.length
    const caret = isRejected ? caretBeforeRejected(end, field.value, value) : clean(field.value.slice(0, end)).length
    setComposed(null)
    if (field.value !== code) {
      field.value = code
      field.setSelectionRange(caret, caret)
    }
    report(code)
  }

  function compose(text: string): void {
    const code = cleanCode(kind, text, length)
    // Keyboards of phones compose all text, so a complete code does not wait for the end.
    const isComplete = code.length === length && isAccepted(kind, code)
    setComposed(isComplete ? null : text)
    if (isComplete) report(code)
  }

  function report(code: string): void {
    if (code === value) return
    onChange(code)
    if (code.length === length) onComplete?.(code)
  }

  return { composed, read, compose }
}

/** Returns the caret position in the value after the rejected text is replaced by it. */
export function caretBeforeRejected(caret: number, rejected: string, value: string): number {
  return Math.min(Math.max(caret - (rejected.length - value.length), 0), value.length)
}

/**
 * Normalises typed or pasted text: `ab3 -def` and `Code: AB3DEF` become `AB3DEF`. With a pattern, it only truncates.
 */
export function cleanCode(kind: CodeFieldProps['kind'], text: string, length = defaultLength(kind)): string {
  if (typeof kind === 'object') return text.slice(0, length)
  const foreign = kind === 'digits' ? /\D/g : /[^a-z0-9]/gi
  const typed = text.normalize('NFKC')
  const after = typed.slice(typed.indexOf(':') + 1)
  // Words around the code in a pasted sentence.
  const word = after === typed ? undefined : after.match(/[a-z0-9]+/gi)?.find((each) => each.length === length)
  return readTypedCode(word ?? after)
    .replaceAll(foreign, '')
    .toUpperCase()
    .slice(0, length)
}

function defaultLength(kind: CodeFieldProps['kind']): number {
  return kind === 'letters-and-digits' ? MAGIC_LINK_CODE_CHARACTERS : TOTP_DIGITS
}

function isAccepted(kind: CodeFieldProps['kind'], text: string): boolean {
  if (typeof kind !== 'object') return true
  return new RegExp(`^(?:${kind.source})$`, kind.flags.replaceAll(/[gy]/g, '')).test(text)
}
