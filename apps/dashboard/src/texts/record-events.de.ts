import type { RecordEventsTexts } from './record-events.en.ts'

export const recordEventsDe: RecordEventsTexts = {
  title: 'Ereignisse',
  loadFailed: 'Die Ereignisse können nicht geladen werden',
  none: 'Noch keine Ereignisse.',
  refused: 'Abgelehnt',
  changed: (fields) => `geändert: ${fields}`,
  older: 'Ältere Ereignisse',
  actors: {
    user: 'Durch einen Benutzer',
    admin: 'Durch einen Eigentümer',
    client: 'Aus einer App',
    server: 'Mit einem Serverschlüssel',
    system: 'Durch den Dienst',
  },
}
