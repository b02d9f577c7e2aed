import { expect, test } from 'vitest'

import { foldText } from './search-text.ts'

test('a search ignores case, accents and letters that do not decompose', () => {
  expect(
    ['ZOË', 'Zoe\u0308', 'Łukasz', 'Sørensen-Đặng', 'Groß', 'Ærø', 'Œuvre Þór Sigurðsson', 'Ħal Ŧ Işık', 'Νίκος'].map(
      foldText,
    ),
  ).toEqual(['zoe', 'zoe', 'lukasz', 'sorensen-dang', 'gross', 'aero', 'oeuvre thor sigurdsson', 'hal t isik', 'νικοσ'])
})
