/** The `ref` of a field that the user has just opened. */
export function focusOnce(input: HTMLInputElement | null): void {
  input?.focus()
}
