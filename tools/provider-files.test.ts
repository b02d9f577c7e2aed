import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { providerColours } from '../packages/react/src/auth/provider-marks.ts'
import { withProviderColours } from './provider-files.ts'

const read = (path: string): string => readFileSync(new URL(`../packages/react/src/${path}`, import.meta.url), 'utf8')

test('the colours of the providers in the style sheet are those beside their marks', () => {
  const styleSheet = read('styles.css')

  expect(withProviderColours(styleSheet, providerColours)).toBe(styleSheet)
})

test('a style sheet without a place for the colours is refused', () => {
  expect(() => withProviderColours('', providerColours)).toThrow('no place')
})
