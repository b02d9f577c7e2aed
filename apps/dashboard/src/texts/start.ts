import { defineTexts } from '../language/define-texts.ts'
import { startEn } from './start.en.ts'

export const startTexts = defineTexts(startEn, { de: async () => (await import('./start.de.ts')).startDe })
