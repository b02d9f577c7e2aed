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
