/** A `ref` for the first field of a form that opens at the user's wish: it takes the focus. */
export function focusAtMount(element: HTMLElement | null): void {
  element?.focus()
}
