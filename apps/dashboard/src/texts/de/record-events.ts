import type { RecordEventsTexts } from '../en/record-events.ts'

export const texts: RecordEventsTexts = {
  title: 'Ereignisse',
  loadFailed: 'Die Ereignisse können nicht geladen werden',
  none: 'Noch keine Ereignisse.',
  older: 'Ältere Ereignisse',
}
