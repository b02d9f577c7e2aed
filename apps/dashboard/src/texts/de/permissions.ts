import { PERMISSION_ID_MAX_CHARACTERS } from '@portico/client/admin'
import { pluralsOf } from '@portico/ui/language/plural'

import type { PermissionsTexts } from '../en/permissions.ts'

const plural = pluralsOf('de')

export const texts: PermissionsTexts = {
  title: 'Berechtigungen',
  lead: 'Was Benutzer in Teams und im ganzen Projekt dürfen. Ihre App prüft sie über die ID.',
  create: 'Berechtigung erstellen',
  tabs: { label: 'Arten von Berechtigungen', team: 'Team', project: 'Projekt', defaults: 'Vorgaben' },
  search: 'ID oder Beschreibung',
  views: { label: 'Ansicht', table: 'Tabelle', graph: 'Graph' },
  columns: { id: 'ID', description: 'Beschreibung', contains: 'Enthält', defaultFor: 'Vorgabe für' },
  andMore: (count) => `und ${count} weitere`,
  sets: { creators: 'Teamgründer', members: 'Teammitglieder', users: 'Neue Benutzer' },
  showSystem: (count) => `${count} Systemberechtigungen anzeigen`,
  hideSystem: 'Systemberechtigungen ausblenden',
  system: 'System',
  loadFailed: 'Die Berechtigungen können nicht geladen werden',
  select: 'Zeigen, was sie gewährt',
  edit: 'Berechtigung bearbeiten',
  delete: 'Berechtigung löschen',
  deleted: (id) => `${id} gelöscht`,
  copyId: 'ID kopieren',
  graph: {
    title: 'Enthaltene Berechtigungen',
    hint: 'Wählen Sie eine Berechtigung, um alles zu sehen, was sie gewährt.',
    label: 'Welche Berechtigung welche enthält. Die Tabelle zeigt dasselbe.',
    grants: (count, shown) =>
      plural(count, {
        one: '{id} gewährt auch 1 Berechtigung: {granted}',
        other: `{id} gewährt auch ${shown} Berechtigungen: {granted}`,
      }),
    grantsNothing: '{id} gewährt nichts weiter.',
    grantedBy: (count, shown) =>
      plural(count, {
        one: '1 Berechtigung gewährt {id}: {granters}',
        other: `${shown} Berechtigungen gewähren {id}: {granters}`,
      }),
    showRelated: 'Nur verbundene zeigen',
    showAll: 'Alle Berechtigungen zeigen',
    none: 'Noch enthält keine Berechtigung eine andere.',
  },
  empty: {
    team: {
      title: 'Noch keine eigenen Teamberechtigungen',
      text: 'Eine Berechtigung sagt, was Mitglieder eines Teams in Ihrer App dürfen. Systemberechtigungen prüft der Dienst selbst.',
    },
    project: {
      title: 'Noch keine Projektberechtigungen',
      text: 'Eine Projektberechtigung gilt in der ganzen App, nicht nur in einem Team: zum Beispiel „beta“ oder „support:read“. Ihre App prüft sie über die ID.',
    },
    snippet: 'Server',
  },
  dialog: {
    createTeam: 'Teamberechtigung erstellen',
    createProject: 'Projektberechtigung erstellen',
    lead: 'Jede ID ist unter den Team- und Projektberechtigungen eindeutig.',
    editLead: 'Benutzer behalten eine Berechtigung, deren ID sich ändert. Ihre App muss die neue ID prüfen.',
    id: 'ID',
    description: 'Beschreibung',
    contains: 'Enthält',
    containsHelp: 'Benutzer mit dieser Berechtigung haben auch diese.',
    gone: 'Die Berechtigung wurde inzwischen gelöscht.',
    problems: {
      characters: 'Nur Kleinbuchstaben, Ziffern, „:“, „_“ und optional „$“ am Anfang sind erlaubt',
      system: 'Ungültige Systemberechtigung',
      long: `ID darf höchstens ${PERMISSION_ID_MAX_CHARACTERS} Zeichen lang sein`,
    },
  },
  deletion: {
    places: '{id} wird aus {places} entfernt.',
    holders: 'Jeder Benutzer, der {id} hat, verliert sie.',
    holdersThrough: 'Jeder Benutzer, der {id} hat, direkt oder durch {granters}, verliert sie.',
    contained:
      'Auch die enthaltenen Berechtigungen gehen verloren, soweit Benutzer sie nicht auf anderem Weg haben: {granted}.',
    final: 'Das lässt sich nicht rückgängig machen.',
  },
  defaults: {
    lead: 'Benutzer erhalten diese Berechtigungen, wenn sie ein Team erstellen, einem beitreten oder sich registrieren. Änderungen betreffen bisherige Mitglieder und Benutzer nicht.',
    notes: {
      creators: 'Wer ein Team erstellt, erhält diese darin.',
      members: 'Wer einem Team beitritt, erhält diese darin.',
      users: 'Wer sich registriert, erhält diese im ganzen Projekt.',
    },
    withContained: 'Einschließlich enthaltener Berechtigungen: {granted}',
    empty: 'Keine Vorgaben.',
    undefinedProject: 'Das Projekt hat noch keine Berechtigungen.',
    labels: {
      teamCreatorDefaultPermissions: 'Teamgründer',
      teamMemberDefaultPermissions: 'Teammitglieder',
      userDefaultPermissions: 'Neue Benutzer',
    },
  },
  picker: {
    search: 'Berechtigungen suchen',
    add: (label) => `Zu ${label} hinzufügen`,
    remove: (id) => `${id} entfernen`,
    none: 'Keine Berechtigung gefunden.',
    added: (id) => `${id} hinzugefügt`,
    removed: (id) => `${id} entfernt`,
  },
}
