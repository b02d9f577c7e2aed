/** Whether the page is shown in that of a host (`embed/`). Its document says so. It keeps nothing in the browser, and its address leads to no record. */
export function isEmbedded(): boolean {
  return 'embedded' in document.documentElement.dataset
}
