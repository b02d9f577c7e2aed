import type { Page } from 'playwright-core'

/** Texts that end with an ellipsis, because users determine their length. */
const shortened = 'bdi, .portico-identity-name, .portico-identity-email'
/** The text of these elements must be inside them. */
const controls = 'button, a, input[type=button], label, [role=tab]'

/** Describes what is currently outside the screen, outside its control, or cut off. */
export function findOverflow(page: Page): Promise<string[]> {
  return page.evaluate(
    (selectors) => {
      const TOLERANCE = 1
      const found = new Set<string>()
      const report = (problem: string, { localName, className, textContent }: Element): void => {
        found.add(`${problem}: ${localName}.${className} ${textContent?.trim().slice(0, 60)}`)
      }
      const isBeside = (inner: DOMRect, left: number, right: number): boolean =>
        inner.width > 0 && (inner.left < left - TOLERANCE || inner.right > right + TOLERANCE)
      const { scrollWidth } = document.documentElement
      if (scrollWidth > window.innerWidth) report(`the document is ${scrollWidth} wide`, document.body)
      for (const element of document.querySelectorAll('.portico-root, .portico-root *')) {
        const isForScreenReaders = element.clientWidth === 1
        // The field behind the slots of a code is wider than the slots.
        const isCode = element.matches('.portico-code, .portico-code-input')
        if (!element.checkVisibility({ visibilityProperty: true }) || isForScreenReaders || isCode) continue
        if (isBeside(element.getBoundingClientRect(), 0, window.innerWidth)) report('outside the screen', element)
        const { clientHeight, clientWidth, scrollHeight } = element
        const { overflowX } = getComputedStyle(element)
        const isCut = overflowX !== 'visible' && overflowX !== 'auto' && !element.matches(selectors.shortened)
        const isOver = element.scrollWidth > clientWidth + TOLERANCE
        if (isOver && (isCut || element.matches(selectors.controls)) && clientWidth > 0) report('too wide', element)
        if (isCut && scrollHeight > clientHeight + TOLERANCE) report('too high', element)
        const { left, right } = element.getBoundingClientRect()
        if (getComputedStyle(element).display === 'inline') continue
        for (const node of element.childNodes) {
          if (!(node instanceof Text) || node.data.trim() === '' || element.matches(selectors.shortened)) continue
          const range = document.createRange()
          range.selectNode(node)
          if ([...range.getClientRects()].some((rect) => isBeside(rect, left, right))) report('text beside', element)
        }
      }
      return [...found]
    },
    { shortened, controls },
  )
}
