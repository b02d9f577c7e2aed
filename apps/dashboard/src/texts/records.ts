import { defineTexts } from '../language/define-texts.ts'
import { recordsEn } from './records.en.ts'

export const recordsTexts = defineTexts(recordsEn, { de: async () => (await import('./records.de.ts')).recordsDe })
