import { useEffect, useId, useMemo, useRef, type ChangeEvent, type ReactNode } from 'react'
import { useCssVariables } from '../theme/useCssVariables.ts'
import { Icon } from './Icon.tsx'

/** Both kinds of code, from a mail and from an authenticator app, have six signs (specification sections 4 and 5). */
export const CODE_LENGTH = 6

/** What a code consists of. Mailed codes have letters and digits, those of an authenticator app digits only. */
type CodeKind = 'letters-and-digits' | 'digits'

export interface CodeFieldProps {
  readonly label: string
  /** A pattern of the host's own must match every text that is entered, also a part of a code. */
  readonly kind: CodeKind | RegExp
  /** Number of signs, 6 unless given. */
  readonly length?: number | undefined
  /** The name of the form field. Default: `code`. */
  readonly name?: string | undefined
  readonly value: string
  /** Gets the code as it counts: of the known kinds in capitals, without spaces or dashes. */
  readonly onChange: (code: string) => void
  /** Called when the last sign arrives, typed or pasted. */
  readonly onComplete?: ((code: string) => void) | undefined
  readonly error?: string | undefined
  /** A quiet sentence under the field. */
  readonly hint?: ReactNode
  /** Is being checked: the field keeps the focus and takes no input. */
  readonly busy?: boolean | undefined
  /** Takes the focus when it appears, because it stands where the person was working. */
  readonly takesFocus?: boolean | undefined
}

/**
 * Drawn slots behind one real text field: paste, autofill, the caret and screen readers work as in any field. The
 * letters stand in their slots by letter spacing alone, so there is nothing to keep in step with them.
 */
export function CodeField(props: CodeFieldProps): ReactNode {
  const { label, kind, length = CODE_LENGTH, name = 'code', value, error, hint } = props
  const { busy = false, takesFocus = false } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (takesFocus) input.current?.focus()
  }, [takesFocus])
  const setSlots = useCssVariables(useMemo(() => ({ '--portico-code-length': String(length) }), [length]))

  function change(event: ChangeEvent<HTMLInputElement>): void {
    const field = event.target
    const clean = (text: string): string => cleanCode(kind, text, length)
    const isRejected = typeof kind === 'object' && field.value !== '' && !matchesWhole(kind, clean(field.value))
    const code = isRejected ? value : clean(field.value)
    // React would put the caret behind the last letter where it has to correct the text, also in the middle of it.
    const end = field.selectionStart ?? field.value.length
    const caret = isRejected ? caretBeforeRejected(end, field.value, value) : clean(field.value.slice(0, end)).length
    if (field.value !== code) {
      field.value = code
      field.setSelectionRange(caret, caret)
    }
    if (code === value) return
    props.onChange(code)
    if (code.length === length) props.onComplete?.(code)
  }

  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const describedBy = [error !== undefined && errorId, hint !== undefined && hintId].filter(Boolean).join(' ')
  return (
    <div className="portico-field" data-invalid={error === undefined ? undefined : ''}>
      <label className="portico-label" htmlFor={id}>
        {label}
      </label>
      {/* Codes run from left to right in every language. */}
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
          value={value}
          onChange={change}
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
        // The focus stays in the field, so nothing but the announcement would make anyone hear it.
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

/** Returns the caret position in the value after the rejected text is replaced by it. */
export function caretBeforeRejected(caret: number, rejected: string, value: string): number {
  return Math.min(Math.max(caret - (rejected.length - value.length), 0), value.length)
}

/** What counts of something typed or pasted: `ab3 -def` is the code `AB3DEF`. With a pattern, everything counts. */
export function cleanCode(kind: CodeFieldProps['kind'], text: string, length = CODE_LENGTH): string {
  if (typeof kind === 'object') return text.slice(0, length)
  const foreign = kind === 'digits' ? /\D/g : /[^a-z0-9]/gi
  return text.replaceAll(foreign, '').toUpperCase().slice(0, length)
}

function matchesWhole(pattern: RegExp, text: string): boolean {
  return new RegExp(`^(?:${pattern.source})$`, pattern.flags.replaceAll(/[gy]/g, '')).test(text)
}
