import { defineTexts } from '../language/define-texts.ts'
import { recordEventsEn } from './record-events.en.ts'

export const recordEventsTexts = defineTexts(recordEventsEn, {
  de: async () => (await import('./record-events.de.ts')).recordEventsDe,
})
