/**
 * Whether a host shows this page in a frame (`embed/`). An embedded page stores nothing in the browser and has no
 * shareable address.
 */
export function isEmbedded(): boolean {
  return 'embedded' in document.documentElement.dataset
}
