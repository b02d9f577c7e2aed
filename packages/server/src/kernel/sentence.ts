import { en, type Texts } from '../texts/en/texts.ts'

/** The sentence of an error: for developers in English, or for people in every language of the service. */
export type Sentence = string | ((texts: Texts) => string)

/** Returns the sentence in English, the language of API answers. */
export function inEnglish(sentence: Sentence): string {
  return typeof sentence === 'string' ? sentence : sentence(en)
}
