import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { providerColours } from '../packages/react/src/auth/provider-marks.ts'
import { withProviderColours } from './provider-files.ts'

const read = (path: string): string => readFileSync(new URL(`../packages/react/src/${path}`, import.meta.url), 'utf8')

test('the style sheet contains the provider colours of provider-marks.ts', () => {
  const styleSheet = read('styles.css')

  expect(withProviderColours(styleSheet, providerColours)).toBe(styleSheet)
})

test('withProviderColours refuses a style sheet without a section for generated rules', () => {
  expect(() => withProviderColours('', providerColours)).toThrow('no section')
})
