import { defineTexts } from '../language/define-texts.ts'
import { keysEn } from './keys.en.ts'

export const keysTexts = defineTexts(keysEn, { de: async () => (await import('./keys.de.ts')).keysDe })
