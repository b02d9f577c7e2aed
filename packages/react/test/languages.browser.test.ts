import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { Text } from '@portico/react'
import { pseudoText } from '../dev/pseudo-text.ts'
import { componentPages } from './component-page.ts'
import { doAll, pagesOfComponents } from './every-page.ts'
import { findMisdirected } from './misdirected.ts'
import { findOverflow } from './overflow.ts'

const pages = componentPages()
/** A host name, so that the page offers passkeys. */
const shown = {
  query: { texts: 'pseudo' },
  context: { viewport: { width: 375, height: 667 } },
  host: 'localhost',
} as const

/** A fixed font, so that the widths do not depend on the installed fonts. */
const font = ['latin', 'latin-ext', 'hebrew', 'arabic'].map((subset) =>
  readFileSync(
    createRequire(import.meta.url).resolve(`@fontsource-variable/rubik/files/rubik-${subset}-wght-normal.woff2`),
    'base64',
  ),
)

async function useTestFont(page: Page): Promise<void> {
  await page.evaluate(async (files) => {
    const FAMILY = 'Test font'
    document.documentElement.style.setProperty('--portico-font-family', `'${FAMILY}'`)
    if (document.fonts.size > 0) return
    const load = (file: string): Promise<FontFace> => {
      const bytes = Uint8Array.from(atob(file), (character) => character.charCodeAt(0))
      return new FontFace(FAMILY, bytes, { weight: '300 900' }).load()
    }
    for (const face of await Promise.all(files.map(load))) document.fonts.add(face)
  }, font)
}

/** The text of a component as the page shows it. Names in it are isolated. */
function shownText(text: Text, name = ''): string {
  return pseudoText(text).replace('{name}', `\u2068${name}\u2069`)
}

describe('on a screen of 375 pixels', () => {
  test.each(Object.entries(pagesOfComponents))(
    '%s has room for invented long texts from right to left, with codes and addresses from left to right, and for the longest translation of each text',
    async (scenario, states) => {
      const page = await pages.open(scenario, shown)
      await useTestFont(page)
      for (const [index, state] of states.entries()) {
        if (index > 0) await page.evaluate(() => window.componentPage.speak('pseudo'))
        await doAll(page, state, shownText)
        const pseudo = [...(await findOverflow(page)), ...(await findMisdirected(page))]
        await page.evaluate(() => window.componentPage.speak('longest'))

        expect({ pseudo, longest: await findOverflow(page) }).toEqual({ pseudo: [], longest: [] })
      }
    },
  )
})
