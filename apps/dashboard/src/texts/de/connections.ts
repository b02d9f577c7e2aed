import type { ConnectionsTexts } from '../en/connections.ts'

export const texts: ConnectionsTexts = {
  title: 'Verbindungen',
  add: 'Verbindung hinzufügen',
  addLead: 'Der Identitätsanbieter dieses Teams. Der Dienst liest beim Speichern sein Discovery-Dokument.',
  none: 'Das Team hat keine Verbindung zu einem eigenen Identitätsanbieter.',
  loadFailed: 'Die Verbindungen können nicht geladen werden',
  edit: 'Bearbeiten',
  editTitle: 'Verbindung bearbeiten',
  delete: 'Verbindung löschen',
  deleteShort: 'Löschen',
  deleteText: 'Personen können sich bei {name} nicht mehr anmelden. Ihre Konten bleiben.',
  noDomain: 'Keine Domain. Adressen dieses Ausstellers gelten als nicht bestätigt.',
  domain: 'Domain',
  claim: 'Domain hinzufügen',
  claimLead:
    'Ein DNS-Eintrag weist die Domain nach. Ab dann werden Personen mit einer Adresse dieser Domain zu dieser Verbindung geführt.',
  proved: 'Nachgewiesen',
  unproved: 'Nicht nachgewiesen',
  publish: 'Veröffentlichen Sie diesen TXT-Eintrag und prüfen Sie ihn dann.',
  recordName: 'Name des Eintrags',
  recordValue: 'Text des Eintrags',
  check: 'Jetzt prüfen',
  checking: 'Wird geprüft …',
  problems: {
    no_record: 'Der Eintrag wurde nicht gefunden. Ein neuer Eintrag kann etwas Zeit brauchen.',
    no_answer: 'DNS hat nicht rechtzeitig geantwortet. Versuchen Sie es später erneut.',
    proved_elsewhere: 'Eine andere Verbindung hat diese Domain nachgewiesen.',
  },
  release: 'Domain freigeben',
  releaseShort: 'Freigeben',
  releaseText:
    'Personen mit Adressen von {domain} werden nicht mehr zu dieser Verbindung geführt, und ihre Adressen gelten als nicht bestätigt.',
}
