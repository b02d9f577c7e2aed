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

/** Screenshots take longer than all checks together, so they are off by default. */
const takesScreenshots = process.env['PORTICO_TEST_SCREENSHOTS'] === '1'

export interface Looks {
  /** The page is a card, which must fit the narrowest phone without scrolling. */
  readonly isCard?: boolean
  /** The page is still loading, so it needs no heading. */
  readonly isLoading?: boolean
}

/**
 * Checks a page in its present state, in light and dark and in both writing directions: axe has no findings, nothing is
 * wider than the narrowest phone, and a card fits there without scrolling. It checks light from left to right and dark
 * from right to left, not all four combinations, because a finding depends on one of the two.
 */
export async function expectGoodLooks(page: Page, name: string, looks: Looks = {}): Promise<void> {
  const fileName = name.replaceAll(' ', '-')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const direction of ['ltr', 'rtl'] as const) {
      await page.evaluate((dir) => (document.documentElement.dir = dir), direction)
      if (takesScreenshots) await takeScreenshots(page, `${fileName}-${colorScheme}-${direction}`)
      if ((colorScheme === 'dark') === (direction === 'rtl')) {
        await expectNoFindings(page, `${name}, ${colorScheme}, ${direction}`, looks)
      }
    }
  }
}

async function expectNoFindings(page: Page, where: string, looks: Looks): Promise<void> {
  await page.setViewportSize(wide)
  expect({ where, findings: await runAxe(page, looks) }).toEqual({ where, findings: [] })
  await page.setViewportSize(narrow)
  const overflow = await measureOverflow(page)
  expect({ where, ...overflow }).toEqual({ where, across: 0, down: looks.isCard ? 0 : overflow.down })
  await page.setViewportSize(wide)
}

async function runAxe(page: Page, { isLoading = false }: Looks): Promise<string[]> {
  // Wait for the style sheet of a page that a click has just opened.
  await page.waitForLoadState()
  // Inject axe through the debugger: the page's Content Security Policy blocks an inline script.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  // Wait for fade-in animations, so that axe measures the final colours.
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)))
  return page.evaluate(
    async ({ tags, wantsHeading }) => {
      const { axe } = window as unknown as { axe: typeof Axe }
      const { violations } = await axe.run(document, {
        // Our pages frame only mails, without scripts, so axe cannot run in the frames.
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

function measureOverflow(page: Page): Promise<{ across: number; down: number }> {
  return page.evaluate(() => {
    const { scrollWidth, scrollHeight } = document.documentElement
    return { across: scrollWidth - window.innerWidth, down: scrollHeight - window.innerHeight }
  })
}

async function takeScreenshots(page: Page, name: string): Promise<void> {
  await mkdir(artifactsFolder, { recursive: true })
  for (const viewport of [wide, middle, narrow]) {
    await page.setViewportSize(viewport)
    await page.screenshot({ path: `${artifactsFolder}${name}-${viewport.width}.png` })
  }
}
