import { expect, test } from 'vitest'
import { texts } from '../src/i18n/locales/texts.ts'
import { pseudoText } from './pseudo-text.ts'

const placeholders = /\{\w+\}/g
const invisible = /[\u202c\u202e]/g

function lengthOf(text: string): number {
  return text.replaceAll(placeholders, '').replaceAll(invisible, '').length
}

test('an invented text is at least 40 % longer than the English one, from right to left, with the same placeholders', () => {
  const wrong = texts.filter((text) => {
    const invented = pseudoText(text)
    const hasPlaceholders = String(invented.match(placeholders)) === String(text.match(placeholders))
    const words =
      text
        .replaceAll(placeholders, '')
        .match(/\p{L}+/gu)
        ?.join('') ?? ''
    const isLonger = lengthOf(invented) >= lengthOf(text) + 0.4 * words.length
    return !hasPlaceholders || !isLonger || (words !== '' && !invented.includes('\u202e'))
  })

  expect(wrong).toEqual([])
  expect(pseudoText('Sign in with {provider}')).toBe('\u202eŚígńŚí\u202c \u202eíńí\u202c \u202ewíthwí\u202c {provider}')
})
