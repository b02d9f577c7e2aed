import { expect, test } from 'vitest'

import { foldText } from './useListSearch.ts'

test('the search of a list ignores case, accents and letters that do not decompose', () => {
  expect(['ZOË', 'Zoe\u0308', 'Łukasz', 'Sørensen-Đặng', 'Groß', 'Ærø'].map(foldText)).toEqual([
    'zoe',
    'zoe',
    'lukasz',
    'sorensen-dang',
    'gross',
    'aero',
  ])
})
