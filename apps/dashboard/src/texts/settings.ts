import { defineTexts } from '../language/define-texts.ts'
import { settingsEn } from './settings.en.ts'

export const settingsTexts = defineTexts(settingsEn, { de: async () => (await import('./settings.de.ts')).settingsDe })
