/** Copies a text. Resolves to whether it is in the clipboard. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // Browsers offer the clipboard only to secure pages; `http://` on another machine is none.
    return copyBySelection(text)
  }
}

function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.className = 'sr'
  const focused = document.activeElement
  // While a modal dialog is open, only its content can be selected.
  ;(focused?.closest('dialog') ?? document.body).append(area)
  area.select()
  const isCopied = document.execCommand('copy')
  area.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return isCopied
}
