import { readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type Axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { artifactsFolder } from './visitor.ts'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const axeTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

const wide = { width: 1280, height: 800 }
const middle = { width: 768, height: 1024 }
const narrow = { width: 360, height: 640 }

/** Pictures of every state cost more time than all the rest, so they are taken when somebody wants to look. */
const takesPictures = process.env['PORTICO_TEST_SCREENSHOTS'] === '1'

export interface Looks {
  /** The page is a card, which must fit the narrowest phone as a whole. */
  readonly isCard?: boolean
  /** The page is not there yet, so it has no heading either. */
  readonly isLoading?: boolean
}

/**
 * Looks at a page as it stands, in light and dark and in both directions: axe finds nothing (each scheme and each
 * direction once, because what it finds comes from one of them), nothing is wider than the narrowest phone, and a card
 * fits there without scrolling.
 */
export async function expectGoodLooks(page: Page, name: string, looks: Looks = {}): Promise<void> {
  const fileName = name.replaceAll(' ', '-')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const direction of ['ltr', 'rtl'] as const) {
      const where = `${name}, ${colorScheme}, ${direction}`
      await page.evaluate((dir) => (document.documentElement.dir = dir), direction)
      if ((colorScheme === 'dark') === (direction === 'rtl')) {
        expect({ where, findings: await axeFindings(page, looks) }).toEqual({ where, findings: [] })
      }
      if (takesPictures) await takePictures(page, `${fileName}-${colorScheme}-${direction}`)
      await page.setViewportSize(narrow)
      const overflow = await overflowOf(page)
      expect({ where, ...overflow }).toEqual({ where, across: 0, down: looks.isCard ? 0 : overflow.down })
      await page.setViewportSize(wide)
    }
  }
}

async function axeFindings(page: Page, { isLoading = false }: Looks): Promise<string[]> {
  // By the debugger, which the page's policy does not bind; as a script tag it would have to be let in.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  // What fades in must be there before its colours are measured.
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)))
  return page.evaluate(
    async ({ tags, wantsHeading }) => {
      const { axe } = window as unknown as { axe: typeof Axe }
      const { violations } = await axe.run(document, {
        // Pages of ours frame mails only, without scripts; there is no axe in there that could answer.
        iframes: false,
        runOnly: tags,
        resultTypes: ['violations'],
        rules: { 'page-has-heading-one': { enabled: wantsHeading } },
      })
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)
    },
    { tags: axeTags, wantsHeading: !isLoading },
  )
}

function overflowOf(page: Page): Promise<{ across: number; down: number }> {
  return page.evaluate(() => {
    const { scrollWidth, scrollHeight } = document.documentElement
    return { across: scrollWidth - window.innerWidth, down: scrollHeight - window.innerHeight }
  })
}

async function takePictures(page: Page, name: string): Promise<void> {
  await mkdir(artifactsFolder, { recursive: true })
  for (const viewport of [wide, middle, narrow]) {
    await page.setViewportSize(viewport)
    await page.screenshot({ path: `${artifactsFolder}${name}-${viewport.width}.png` })
  }
}
