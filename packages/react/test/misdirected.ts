import type { Page } from 'playwright-core'

/**
 * Describes what has the wrong direction in a right-to-left page: addresses, URLs, keys and codes that are neither
 * left-to-right nor isolated from their sentence, and directional icons that are not mirrored.
 */
export function findMisdirected(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const code = /[\w.+-]+@[\w.-]+|\b\w+:\/\/|\b[\da-f]{0,4}:[\da-f:]{4,}|\b\d+(?:\.\d+){3}\b|\b[sp]k_/i
    const isolated = /\u2068[^\u2069]*\u2069/g
    const found: string[] = []
    for (const root of document.querySelectorAll('.portico-root')) {
      const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      while (texts.nextNode()) {
        const { parentElement: element, textContent } = texts.currentNode
        const around = textContent?.replaceAll(isolated, '') ?? ''
        if (!element?.checkVisibility() || !code.test(around)) continue
        if (getComputedStyle(element).direction !== 'ltr') found.push(`from right to left: ${textContent}`)
      }
      for (const input of root.querySelectorAll('input.portico-input, input.portico-code-input')) {
        const { direction, unicodeBidi } = getComputedStyle(input)
        if (direction !== 'ltr' && unicodeBidi !== 'plaintext')
          found.push(`field from right to left: ${input.outerHTML}`)
      }
      const arrows = ['chevron', 'back', 'sign-in', 'sign-out'].map((name) => `[data-icon=${name}]`).join()
      for (const icon of root.querySelectorAll(arrows)) {
        if (getComputedStyle(icon).scale !== '-1 1') found.push(`not mirrored: ${icon.getAttribute('data-icon')}`)
      }
    }
    return found
  })
}
