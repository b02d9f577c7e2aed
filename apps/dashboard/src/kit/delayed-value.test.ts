import { expect, test } from 'vitest'

import { reportText, seeValue, startDelayed } from './delayed-value.ts'

test('a reported value that comes back does not remove what was typed since', () => {
  const reported = reportText(startDelayed(''), 'ada ')
  const typedOn = { ...reported, text: 'ada o' }

  expect(seeValue(typedOn, 'ada')).toEqual({ text: 'ada o', seen: 'ada', reported: 'ada' })
})

test('a value from elsewhere replaces the text, also the one before the last report', () => {
  const shown = seeValue(reportText(startDelayed('ada'), 'ada okafor'), 'ada okafor')

  expect(seeValue(shown, 'ada').text).toBe('ada')
  expect(seeValue(seeValue(shown, 'ada'), 'ada okafor').text).toBe('ada okafor')
})
