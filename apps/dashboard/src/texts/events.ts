import { defineTexts } from '../language/define-texts.ts'
import { eventsEn } from './events.en.ts'

export const eventsTexts = defineTexts(eventsEn, { de: async () => (await import('./events.de.ts')).eventsDe })
