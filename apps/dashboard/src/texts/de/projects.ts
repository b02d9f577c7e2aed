import { OWNED_PROJECT_DAYS } from '@portico/client/admin'
import { pluralsOf } from '@portico/ui/language/plural'

import type { ProjectsTexts } from '../en/projects.ts'

const plural = pluralsOf('de')

export const texts: ProjectsTexts = {
  title: 'Projekte',
  lead: 'Jedes Projekt hat eigene Benutzer, Schlüssel und Anmeldemethoden.',
  create: 'Projekt erstellen',
  columns: {
    project: 'Projekt',
    users: 'Benutzer',
    signUpsToday: 'Registrierungen heute',
    lastDays: `Letzte ${OWNED_PROJECT_DAYS} Tage`,
    created: 'Erstellt',
  },
  usersUnit: () => 'Benutzer',
  production: 'Produktion',
  internal: 'Konten der Personen, die diesen Dienst verwalten',
  sparkline: (highest) => `Registrierungen der letzten ${OWNED_PROJECT_DAYS} Tage, stärkster Tag ${highest}`,
  count: (count, shown) => plural(count, { one: '1 Projekt', other: `${shown} Projekte` }),
  search: 'Name oder ID',
  loadFailed: 'Ihre Projekte können nicht geladen werden',
  empty: {
    title: 'Erstellen Sie Ihr erstes Projekt',
    text: 'Ein Projekt ist eine App mit eigenen Benutzern. Nach dem Erstellen erhalten Sie seine Schlüssel und ein Codebeispiel für Ihr Framework. Die erste Anmeldung dauert etwa zwei Minuten.',
  },
  dialog: {
    lead: 'Alles lässt sich später ändern.',
    name: 'Name',
    nameHelp: 'Benutzer sehen ihn auf der Anmeldeseite und in E-Mails.',
    methods: 'Anmeldemethoden',
    password: 'E-Mail und Passwort',
    code: 'Code per E-Mail',
    passkey: 'Passkey',
    shared: (providers) => `Gemeinsame Schlüssel von ${providers} funktionieren auf localhost sofort.`,
    methodMissing: 'Wählen Sie mindestens eine Anmeldemethode.',
    features: 'Funktionen',
    featureNames: { teams: 'Teams', apiKeys: 'API-Schlüssel für Benutzer' },
    featureNotes: {
      teams: 'Benutzer erstellen Teams und laden andere per E-Mail ein.',
      apiKeys: 'Benutzer erstellen Schlüssel, mit denen ihre Programme Ihre API aufrufen.',
    },
  },
}
