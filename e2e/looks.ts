import { readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type Axe from 'axe-core'
import type { CDPSession, Page, ViewportSize } from 'playwright-core'
import { expect } from 'vitest'
import { artifactsFolder } from './visitor.ts'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const axeTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The findings of these rules depend on colours. */
const colourRules = ['color-contrast', 'link-in-text-block']

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

type Show = readonly ['light' | 'dark', 'ltr' | 'rtl']

const shows: readonly [Show, Show] = [
  ['light', 'ltr'],
  ['dark', 'rtl'],
]

/** The sessions that have injected axe. Several tests use their profiles. */
const sessions = new WeakMap<Page, CDPSession>()

/** By colour scheme: hashes of the styles whose colours axe has checked in this worker. */
const checkedStyles = { light: new Set<number>(), dark: new Set<number>() }

/**
 * The state in which the last check left a page. The next check starts in this state, because a change redraws the
 * whole page.
 */
const left = new WeakMap<Page, Show>()

/**
 * Checks a page in its current state: axe reports no findings, nothing is wider than the narrowest phone, and a card
 * fits there without scrolling. Checks it in light and left-to-right, and in dark and right-to-left. Axe applies all
 * rules in one of these, and in the other one the rules for colours if the page has styles that were not checked there
 * yet.
 */
export async function expectGoodLooks(page: Page, name: string, looks: Looks = {}): Promise<void> {
  if (takesScreenshots) await takeScreenshots(page, name)
  const [one, other] = shows
  const [first, second] = left.get(page) === other ? [other, one] : [one, other]
  await show(page, first)
  await setSize(page, wide)
  await expectNoFindings(page, `${name}, ${first.join(', ')}`, { runOnly: axeTags, rules: headingRule(looks) })
  const styles = await page.evaluate(hashStyles)
  addTo(checkedStyles[first[0]], styles)
  await setSize(page, narrow)
  await expectFit(page, `${name}, ${first.join(', ')}`, looks)
  await show(page, second)
  left.set(page, second)
  await expectFit(page, `${name}, ${second.join(', ')}`, looks)
  await setSize(page, wide)
  const checked = checkedStyles[second[0]]
  if (styles.every((style) => checked.has(style))) return
  await expectNoFindings(page, `${name}, ${second.join(', ')}`, { runOnly: { type: 'rule', values: colourRules } })
  addTo(checked, styles)
}

/** Checks a page that is a card, which must fit on a phone without scrolling. */
export function expectGoodCard(page: Page, name: string): Promise<void> {
  return expectGoodLooks(page, name, { isCard: true })
}

/**
 * Checks a mail, which has no landmarks: colours in light and dark, names of links, and no part wider than the
 * narrowest phone.
 */
export async function expectGoodMail(page: Page, name: string): Promise<void> {
  if (takesScreenshots) await takeScreenshots(page, name)
  const rules = [...colourRules, 'link-name', 'image-alt', 'html-has-lang', 'empty-heading']
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await setSize(page, wide)
    await expectNoFindings(page, `${name}, ${colorScheme}`, { runOnly: { type: 'rule', values: rules } })
    await setSize(page, narrow)
    await expectFit(page, `${name}, ${colorScheme}`, {})
  }
}

function addTo(known: Set<number>, styles: readonly number[]): void {
  for (const style of styles) known.add(style)
}

/**
 * Hashes, for each element, everything about it and its ancestors that style sheets can select. The hashes start with
 * the origin, the style sheets and the theme, because a worker checks several apps. Runs in the page.
 */
function hashStyles(): number[] {
  const unread = new Set(['id', 'for', 'href', 'src', 'd', 'name', 'value', 'title', 'datetime', 'data-id', 'data-key'])
  const hashes = new Set<number>()
  const add = (outer: number, text: string): number => {
    let hash = outer
    for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 16_777_619)
    return hash
  }
  const visit = (element: Element, outer: number): void => {
    const states = [':disabled', ':checked', ':focus', ':first-child', ':last-child'].filter((state) =>
      element.matches(state),
    )
    const attributes = [...element.attributes]
      .filter(({ name }) => !unread.has(name) && !/^aria-(label|labelledby|describedby|controls|owns)$/.test(name))
      .map(({ name, value }) => `${name}=${value}`)
    const hash = add(outer, [element.localName, ...attributes, ...states].join(' '))
    hashes.add(hash)
    for (const child of element.children) visit(child, hash)
  }
  const sheets = [...document.styleSheets].map(({ href, ownerNode }) => href ?? ownerNode?.textContent ?? '')
  // `show` sets the direction.
  const theme = [...document.documentElement.attributes]
    .filter(({ name }) => name !== 'dir')
    .map(({ name, value }) => `${name}=${value}`)
  visit(document.body, add(2_166_136_261, [location.origin, ...sheets, ...theme].join('\n')))
  return [...hashes]
}

async function setSize(page: Page, size: ViewportSize): Promise<void> {
  if (page.viewportSize()?.width !== size.width || page.viewportSize()?.height !== size.height) {
    await page.setViewportSize(size)
  }
}

async function show(page: Page, [colorScheme, direction]: Show): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.evaluate((dir) => (document.documentElement.dir = dir), direction)
}

function headingRule({ isLoading = false }: Looks): Axe.RuleObject {
  return { 'page-has-heading-one': { enabled: !isLoading } }
}

async function expectNoFindings(page: Page, where: string, options: Axe.RunOptions): Promise<void> {
  expect({ where, findings: await runAxe(page, options) }).toEqual({ where, findings: [] })
}

/**
 * Injects axe through the debugger, because the Content Security Policy of the page blocks inline scripts. The process
 * of the page compiles it once. With `page.evaluate`, each document would compile it, which takes longer than the
 * checks.
 */
async function injectAxe(page: Page): Promise<void> {
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page))
  sessions.set(page, session)
  await session.send('Runtime.evaluate', { expression: axeSource })
}

async function runAxe(page: Page, options: Axe.RunOptions): Promise<string[]> {
  // Waits for the style sheet of a page that a click has just opened.
  await page.waitForLoadState()
  if (!(await page.evaluate(() => 'axe' in window))) await injectAxe(page)
  return page.evaluate(async (chosen) => {
    // Waits until the page is drawn in its new size. Otherwise axe would mix old and new positions.
    for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
    // Waits for fade-in animations, so that axe measures the final colours.
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
    const { axe } = window as unknown as { axe: typeof Axe }
    const { violations } = await axe.run(document, {
      // Our pages use frames only for mails, which allow no scripts, so axe cannot run in them.
      iframes: false,
      // Only the rule for sound needs preloaded files, and no page has sound.
      preload: false,
      resultTypes: ['violations'],
      reporter: 'no-passes',
      selectors: false,
      ...chosen,
    })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)
  }, options)
}

/** Waits until the page fits, because it redraws its charts after a change of its size. */
async function expectFit(page: Page, where: string, { isCard = false }: Looks): Promise<void> {
  await expect
    .poll(() => measureOverflow(page, isCard), { message: `overflow of ${where} on the narrowest phone` })
    .toEqual({ across: 0, down: 0 })
}

function measureOverflow(page: Page, isCard: boolean): Promise<{ across: number; down: number }> {
  return page.evaluate((measuresHeight) => {
    const { scrollWidth, scrollHeight } = document.documentElement
    return { across: scrollWidth - window.innerWidth, down: measuresHeight ? scrollHeight - window.innerHeight : 0 }
  }, isCard)
}

async function takeScreenshots(page: Page, name: string): Promise<void> {
  await mkdir(artifactsFolder, { recursive: true })
  const fileName = name.replaceAll(' ', '-')
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const direction of ['ltr', 'rtl'] as const) {
      await show(page, [colorScheme, direction])
      for (const viewport of [wide, middle, narrow]) {
        await page.setViewportSize(viewport)
        const path = `${artifactsFolder}${fileName}-${colorScheme}-${direction}-${viewport.width}.png`
        await page.screenshot({ path })
      }
    }
  }
}
