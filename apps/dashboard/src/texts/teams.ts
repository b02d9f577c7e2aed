import { defineTexts } from '../language/define-texts.ts'
import { teamsEn } from './teams.en.ts'

export const teamsTexts = defineTexts(teamsEn, { de: async () => (await import('./teams.de.ts')).teamsDe })
