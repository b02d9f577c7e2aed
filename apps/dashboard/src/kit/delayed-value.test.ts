import { expect, test } from 'vitest'

import { createDelayedValue, receiveValue, reportText } from './delayed-value.ts'

test('a reported value that comes back does not remove what was typed since', () => {
  const reported = reportText(createDelayedValue(''), 'ada ')
  const typedOn = { ...reported, text: 'ada o' }

  expect(receiveValue(typedOn, 'ada')).toEqual({ text: 'ada o', received: 'ada', reported: 'ada' })
})

test('a value from elsewhere replaces the text, also the one before the last report', () => {
  const shown = receiveValue(reportText(createDelayedValue('ada'), 'ada okafor'), 'ada okafor')

  expect(receiveValue(shown, 'ada').text).toBe('ada')
  expect(receiveValue(receiveValue(shown, 'ada'), 'ada okafor').text).toBe('ada okafor')
})
