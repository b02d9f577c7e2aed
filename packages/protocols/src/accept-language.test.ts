import { expect, test } from 'vitest'

import { acceptedLanguages } from './accept-language.ts'

test.each([
  ['de-AT,de;q=0.9,en;q=0.8', ['de-AT', 'de', 'en']],
  ['en;q=0.5, fr , de;q=0.7', ['fr', 'de', 'en']],
  ['pt;Q=0.2,it;q=0', ['pt']],
  ['*', []],
  ['da;q=word, <script>, es', ['es']],
  ['', []],
  [null, []],
])('%s accepts %j', (header, tags) => {
  expect(acceptedLanguages(header)).toEqual(tags)
})
