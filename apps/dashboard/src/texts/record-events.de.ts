import type { RecordEventsTexts } from './record-events.en.ts'

export const recordEventsDe: RecordEventsTexts = {
  title: 'Ereignisse',
  loadFailed: 'Die Ereignisse können nicht geladen werden',
  none: 'Noch keine Ereignisse.',
  older: 'Ältere Ereignisse',
}
