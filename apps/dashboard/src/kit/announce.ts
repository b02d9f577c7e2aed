/**
 * Reads a text aloud politely. A modal dialog makes everything outside inert, so the text goes into the topmost one.
 */
export function announce(text: string): void {
  const place = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
  let region = place.querySelector<HTMLElement>(':scope > [data-announcements]')
  if (!region) {
    region = document.createElement('div')
    region.dataset['announcements'] = ''
    region.className = 'sr'
    region.setAttribute('role', 'status')
    place.append(region)
  }
  const current = region
  // The same text twice is announced twice only if it changes in between. A new region needs time to be noticed.
  current.textContent = ''
  setTimeout(() => {
    current.textContent = text
  }, 100)
}
