const BAR = '--page-scroll-bar'

let overlays = 0

/**
 * Hides the scroll bar of the page while a drawer or dialog, which can have its own, is open. The page keeps its width,
 * so nothing moves. It still scrolls beside a drawer, but not below a modal dialog (`base.css`).
 *
 * @returns function that shows the scroll bar again
 */
export function hidePageScrollBar(): () => void {
  const page = document.documentElement
  if (overlays === 0) {
    page.style.setProperty(BAR, `${window.innerWidth - page.clientWidth}px`)
    page.dataset['overlay'] = ''
  }
  overlays += 1
  return () => {
    overlays -= 1
    if (overlays > 0) return
    delete page.dataset['overlay']
    page.style.removeProperty(BAR)
  }
}
