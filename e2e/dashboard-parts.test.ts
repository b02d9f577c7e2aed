import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Locator, Page } from 'playwright-core'
import { build, preview, type Plugin, type PreviewServer } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keptAssets } from './kept-assets.ts'
import { expectGoodLooks } from './looks.ts'
import { Profiles } from './profiles.ts'
import { Visitor } from './visitor.ts'

const dashboard = fileURLToPath(new URL('../apps/dashboard', import.meta.url))

/** Replaces the pages of the dashboard, which would share chunks with this one. */
const partsOnly: Plugin = {
  name: 'parts-only',
  config: ({ build: { rolldownOptions = {} } = {} }) => {
    rolldownOptions.input = join(dashboard, '_parts/index.html')
  },
}

let profiles: Profiles
let server: PreviewServer
let folder: string
let url: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-parts-'))
  const shared = { root: dashboard, configFile: join(dashboard, 'vite.config.ts'), logLevel: 'error' } as const
  const outDir = folder
  await build({ ...shared, plugins: [partsOnly], build: { outDir, minify: false } })
  await writeFile(
    join(folder, '_parts/empty.html'),
    '<!doctype html><link rel="icon" href="data:,"><title>Empty</title>',
  )
  server = await preview({
    ...shared,
    plugins: [keptAssets()],
    build: { outDir },
    preview: { host: '127.0.0.1', port: 0 },
  })
  url = new URL('_parts/', server.resolvedUrls?.local[0]).href
  profiles = await Profiles.start()
})

afterAll(async () => {
  await profiles.close()
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

async function openParts(): Promise<Page> {
  const { origin } = new URL(url)
  const profile = await profiles.open(url, `${url}empty.html`)
  const page = await new Visitor(profile, [origin]).open(url)
  await page.getByRole('heading', { name: 'Parts' }).waitFor()
  return page
}

function focusedText(page: Page): Promise<string> {
  return page.evaluate(() => document.activeElement?.textContent ?? '')
}

/** The colours and the text contrast of a control, as the browser draws them in both colour schemes. */
async function looksOf(control: Locator): Promise<readonly { readonly look: string; readonly contrast: number }[]> {
  return [await control.evaluate(measureLook, 'light'), await control.evaluate(measureLook, 'dark')]
}

/** Runs in the page. */
function measureLook(control: Element, theme: string): { look: string; contrast: number } {
  document.documentElement.dataset['theme'] = theme
  const options = { willReadFrequently: true }
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', options) as OffscreenCanvasRenderingContext2D
  const draw = (...colours: readonly string[]): number[] => {
    for (const colour of colours) {
      canvas.fillStyle = colour
      canvas.fillRect(0, 0, 1, 1)
    }
    return [...canvas.getImageData(0, 0, 1, 1).data]
  }
  const luminance = (pixel: readonly number[]): number => {
    const [red = 0, green = 0, blue = 0] = pixel.map((part) =>
      part / 255 <= 0.040_45 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const { color, backgroundColor, borderColor, textDecorationLine } = getComputedStyle(control)
  const page = getComputedStyle(document.body).backgroundColor
  const [light = 0, dark = 0] = [
    luminance(draw(page, backgroundColor)),
    luminance(draw(page, backgroundColor, color)),
  ].toSorted((one, other) => other - one)
  return {
    look: [color, backgroundColor, borderColor, textDecorationLine].join(', '),
    contrast: (light + 0.05) / (dark + 0.05),
  }
}

describe('the parts of the dashboard', () => {
  test('keep a disabled button readable and unchanged under the pointer', async () => {
    const page = await openParts()
    const disabled = await page.getByRole('button', { name: /^Disabled/ }).all()

    for (const button of disabled) {
      const name = await button.textContent()
      await page.mouse.move(0, 0)
      const atRest = await looksOf(button)
      await button.hover()
      const underPointer = await looksOf(button)

      expect({ name, looks: underPointer }).toEqual({ name, looks: atRest })
      expect(Math.min(...underPointer.map(({ contrast }) => contrast))).toBeGreaterThan(3)
    }
    expect(disabled).toHaveLength(8)
  })

  test('look good, and move in a menu with arrow keys and letters', async () => {
    const page = await openParts()
    await expectGoodLooks(page, 'parts')

    await page.getByRole('button', { name: 'Actions', exact: true }).press('Enter')
    await page.getByRole('menuitem', { name: 'Copy ID' }).waitFor()
    await page.keyboard.press('s')
    expect(await focusedText(page)).toBe('Suspend')
    await page.keyboard.press('Escape')
    expect(await page.getByRole('menu').count()).toBe(0)
    expect(await focusedText(page)).toBe('Actions')
  })

  test('save a switch at once or put it back, keep what was typed when another owner saves, read a chart with keys and as a table, copy on pages that browsers do not trust, and say when they cannot', async () => {
    const page = await openParts()
    const refused = page.getByRole('switch', { name: 'Fails' })
    const name = page.getByRole('textbox', { name: 'Project name' })
    const copy = page.getByRole('button', { name: 'Copy callback URL' })

    await page.getByRole('switch', { name: 'Sign-up' }).click()
    const announced = page.locator('[data-announcements]').filter({ hasText: 'Sign-up: Saved' })
    // At the end of the page, it would make the page longer than the window.
    expect(await announced.evaluate((region) => region.getBoundingClientRect().top + scrollY)).toBe(0)
    await refused.click()
    await page.getByText('The service failed to answer this request.').nth(1).waitFor()
    expect(await refused.isChecked()).toBe(false)

    await name.fill('Mine')
    await page.getByRole('button', { name: 'Change it elsewhere' }).click()
    await page.getByText('Nadia Ferrante changed Project name to “Changed” in the meantime.').waitFor()
    expect(await name.inputValue()).toBe('Mine')
    await page.getByRole('button', { name: 'Use their change' }).click()
    expect(await name.inputValue()).toBe('Changed')
    await name.fill('Saved with keys')
    await page.keyboard.press('Control+s')
    await page.getByRole('button', { name: 'Discard changes' }).waitFor({ state: 'detached' })
    expect(await name.inputValue()).toBe('Saved with keys')

    await page.getByRole('img', { name: /^Active users, Sign-ups/ }).focus()
    await page.keyboard.press('End')
    await page.getByRole('status').getByText('Monday, 23 November 2026: Active users').waitFor()
    await page.getByRole('button', { name: 'Show as table' }).click()
    expect(await page.getByRole('row', { name: /November 2026|October 2026/ }).count()).toBe(31)

    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
    await copy.click()
    await page.getByRole('status').getByText('Copied').first().waitFor()
    await name.fill('')
    await page.keyboard.press('Control+v')
    expect(await name.inputValue()).toBe('https://auth.example/api/v1/auth/oauth/callback/google')
    await page.evaluate(() => Object.assign(document, { execCommand: () => false }))
    await copy.click()

    await page.getByText('This browser does not allow copying.').waitFor()
  })
})
