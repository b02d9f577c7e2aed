/**
 * Saves a text file on the device of the visitor.
 *
 * @param parts blobs for a long file, because browsers keep them outside the page's memory
 */
export function download(name: string, parts: readonly (string | Blob)[], type: string): void {
  const url = URL.createObjectURL(new Blob([...parts], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser reads the address after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
