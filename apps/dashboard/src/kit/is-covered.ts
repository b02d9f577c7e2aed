/** Whether a modal dialog is above an element. Keys that act on the element must wait for the dialog. */
export function isCovered(element: Element | null): boolean {
  const dialog = [...document.querySelectorAll('dialog:modal')].at(-1)
  return dialog !== undefined && element !== null && !dialog.contains(element)
}
