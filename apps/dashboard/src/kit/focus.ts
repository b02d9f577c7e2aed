import { useEffect, useRef } from 'react'

/** A `ref` for the first field of a form that the user opens: it takes the focus. */
export function focusAtMount(element: HTMLElement | null): void {
  element?.focus()
}

/** Moves the focus to the first field of a form that is refused, once its error is drawn. */
export function focusFirstInvalid(form: HTMLFormElement): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
}

/** A `ref` for a form that the user opens: its first control takes the focus, unless one of its fields has it. */
export function focusFirstControl(form: HTMLElement | null): void {
  if (form?.contains(document.activeElement)) return
  form?.querySelector<HTMLElement>('input, select, textarea, button')?.focus()
}

/**
 * Moves the focus if a change has removed what had it.
 *
 * @param state what changes
 * @param findNext finds what has the focus next
 */
export function useKeptFocus(state: unknown, findNext: () => HTMLElement | null | undefined): void {
  const seen = useRef(state)
  useEffect(() => {
    if (seen.current === state) return
    seen.current = state
    if (document.activeElement === document.body) findNext()?.focus()
  })
}
