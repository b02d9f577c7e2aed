import { defineTexts } from '../language/define-texts.ts'
import { overviewEn } from './overview.en.ts'

export const overviewTexts = defineTexts(overviewEn, { de: async () => (await import('./overview.de.ts')).overviewDe })
