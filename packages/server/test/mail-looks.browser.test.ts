import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { contrastOf } from '@portico/protocols/mail-document/contrast'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareChromium, type BrowserShare } from '../../../tools/chromium.ts'
import { languages, textsOf, type Language } from '../src/language/languages.ts'
import { renderMail, type RenderedMail } from '../src/mails/render-mail.ts'
import { noBranding } from '../src/records/projects/branding.ts'
import { everyMail } from './every-mail.ts'

/** The width of a small phone, on which long names and addresses must wrap. */
const WIDTH = 375
/** WCAG 2.2, 1.4.3. */
const CONTRAST_MIN = 4.5
const artifacts = fileURLToPath(new URL('../../../e2e/.artifacts/', import.meta.url))

const link = 'https://app.example.com/handler/email-verification?code=8f3kq0z1v7c2m5n9b4x6w8e1r3t5y7u2i4o6p8a0s2d4f'
const contents = everyMail({ name: 'Wolfeschlegelsteinhausenbergerdorff', link })
const project = { id: 'shop', displayName: 'Marginalia Gesellschaft für Randbemerkungen', branding: noBranding }

let browser: BrowserShare
let page: Page

beforeAll(async () => {
  browser = await shareChromium()
  const viewport = { width: 6 * WIDTH, height: 800 }
  page = await (await browser.newContext({ viewport })).newPage()
})

afterAll(() => browser.close())

/** What a reader sees of a mail. */
interface Look {
  readonly language: string
  readonly direction: string
  readonly overflow: number
  readonly headings: number
  /** Codes and addresses that are not left-to-right. */
  readonly misdirected: readonly string[]
  readonly links: readonly { readonly href: string; readonly isVisible: boolean }[]
  /** The colours of each text and its background. */
  readonly colors: readonly (readonly [string, string])[]
}

/** Shows the mails in frames, so that one page contains all of them with their own styles. */
async function show(mails: readonly RenderedMail[]): Promise<void> {
  const frames = mails.map(
    ({ html }) => `<iframe srcdoc="${html.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"></iframe>`,
  )
  const style = `:root { color-scheme: light dark } body { margin: 0; display: flex; flex-wrap: wrap } iframe { width: ${WIDTH}px; border: 0 }`
  await page.setContent(`<style>${style}</style>${frames.join('')}`)
}

function looks(): Promise<Look[]> {
  return page.evaluate(() => {
    const hexOf = (color: string): string =>
      `#${(color.match(/[\d.]+/g) ?? [])
        .slice(0, 3)
        .map((part) => Number(part).toString(16).padStart(2, '0'))
        .join('')}`
    return [...document.querySelectorAll('iframe')].flatMap((frame) => {
      const { contentDocument: mail, contentWindow: window } = frame
      if (!mail || !window) return []
      const backgroundOf = (element: Element | null): string => {
        if (!element) return '#ffffff'
        const { backgroundColor } = window.getComputedStyle(element)
        return backgroundColor === 'rgba(0, 0, 0, 0)' ? backgroundOf(element.parentElement) : hexOf(backgroundColor)
      }
      const colors = new Map<string, [string, string]>()
      const misdirected: string[] = []
      const code = /^[A-Z\d]{6}$|\w@\w|:\/\/|\w\.example/
      const texts = mail.createTreeWalker(mail.body, NodeFilter.SHOW_TEXT)
      while (texts.nextNode()) {
        const { parentElement: element, textContent } = texts.currentNode
        if (!element?.checkVisibility() || !textContent?.trim()) continue
        const pair: [string, string] = [hexOf(window.getComputedStyle(element).color), backgroundOf(element)]
        colors.set(pair.join(), pair)
        if (code.test(textContent) && window.getComputedStyle(element).direction !== 'ltr')
          misdirected.push(textContent)
      }
      const { dir, lang, scrollHeight, scrollWidth } = mail.documentElement
      frame.style.height = `${scrollHeight}px`
      return {
        language: lang,
        direction: dir,
        overflow: scrollWidth - window.innerWidth,
        misdirected,
        headings: mail.querySelectorAll('h1, h2, h3, h4, h5, h6').length,
        links: [...mail.querySelectorAll('a')].map((element) => {
          const { bottom, left, right, top } = element.getBoundingClientRect()
          const isVisible = left >= 0 && right <= window.innerWidth && right - left > 40 && bottom - top > 15
          return { href: element.href, isVisible }
        }),
        colors: [...colors.values()],
      }
    })
  })
}

/** Screenshots take longer than all checks together, so they are off by default. */
async function takeScreenshot(name: string): Promise<void> {
  if (process.env['PORTICO_TEST_SCREENSHOTS'] !== '1') return
  await mkdir(artifacts, { recursive: true })
  await page.screenshot({ path: `${artifacts}${name}.png`, fullPage: true })
}

test.each(Object.keys(languages) as Language[])('every mail in %s is readable on a narrow phone', async (language) => {
  const { direction } = textsOf(language)
  const sender = { project, baseUrl: 'https://auth.example.com' }
  await show(contents.map((content) => renderMail(content, sender, language)))

  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const shown = await looks()
    await takeScreenshot(`mails-${language}-${colorScheme}`)

    expect(shown).toHaveLength(contents.length)
    for (const [index, { colors, links, ...look }] of shown.entries()) {
      const { link: href, mail } = contents[index] ?? {}
      const where = `${mail} (${index}), ${colorScheme}`
      expect({ where, ...look }).toEqual({ where, language, direction, overflow: 0, headings: 1, misdirected: [] })
      const link = { href, isVisible: true }
      expect({ where, links }).toEqual({ where, links: href === undefined ? [] : [link, link] })
      const low = colors.filter(([text, background]) => contrastOf(text, background) < CONTRAST_MIN)
      const isDark = contrastOf(colors[0]?.[1] ?? '#808080', '#ffffff') > 10
      expect({ where, low, isDark }).toEqual({ where, low: [], isDark: colorScheme === 'dark' })
    }
  }
})

test.each(['en', 'ar'] as const)('a mail with the branding of its project is readable in %s', async (language) => {
  const { direction } = textsOf(language)
  const branding = {
    ...noBranding,
    accentColor: '#ffd400',
    logoUrl: '/images/shop/light',
    logoDarkModeUrl: '/images/shop/dark',
    supportEmail: 'help@acme.example',
    termsUrl: 'https://acme.example/terms',
    privacyUrl: 'https://acme.example/privacy',
  }
  const sender = { project: { ...project, branding }, baseUrl: 'https://auth.example.com' }
  await show(contents.slice(0, 3).map((content) => withDrawnLogos(renderMail(content, sender, language))))

  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const shown = await looks()
    await takeScreenshot(`mails-branded-${language}-${colorScheme}`)

    for (const { colors, links, ...look } of shown) {
      expect(look).toEqual({ language, direction, overflow: 0, headings: 1, misdirected: [] })
      expect(links.every(({ isVisible }) => isVisible)).toBe(true)
      expect(links.map(({ href }) => href)).toEqual(
        expect.arrayContaining(['mailto:help@acme.example', branding.termsUrl, branding.privacyUrl]),
      )
      expect(colors.filter(([text, background]) => contrastOf(text, background) < CONTRAST_MIN)).toEqual([])
      expect(colors.flat()).toContain(colorScheme === 'light' ? '#887100' : '#ffd400')
    }
    expect(await shownLogos()).toEqual(shown.map(() => colorScheme))
  }
})

/** Replaces each logo with a square that a browser can load. */
function withDrawnLogos(mail: RenderedMail): RenderedMail {
  const draw = (color: string, theme: string): string =>
    `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1" id="${theme}"><path fill="${color}" d="M0 0h1v1H0z"/></svg>`)}`
  const html = mail.html
    .replace('cid:logo-light@portico', draw('#887100', 'light'))
    .replace('cid:logo-dark@portico', draw('#ffd400', 'dark'))
  return { ...mail, html }
}

function shownLogos(): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('iframe')].flatMap(({ contentDocument }) =>
      [...(contentDocument?.querySelectorAll('img') ?? [])]
        .filter((image) => image.checkVisibility() && image.height === 48)
        .map(({ src }) => (src.includes('light') ? 'light' : 'dark')),
    ),
  )
}
