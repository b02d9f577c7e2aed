import type { PermissionsTexts } from './permissions.en.ts'

export const permissionsDe: PermissionsTexts = {
  title: 'Berechtigungen',
  lead: 'Was Benutzer in Teams und im ganzen Projekt dürfen. Ihre App prüft sie über die ID.',
  create: 'Berechtigung erstellen',
  creating: 'Wird erstellt …',
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
  remove: 'Berechtigung löschen',
  removing: 'Wird gelöscht …',
  removed: (id) => `${id} gelöscht`,
  copyId: 'ID kopieren',
  graph: {
    title: 'Enthaltensein',
    hint: 'Wählen Sie eine Berechtigung, um alles zu sehen, was sie gewährt.',
    label: 'Welche Berechtigung welche enthält. Die Tabelle hat dieselben Angaben.',
    grants: (count, shown) =>
      count === 1
        ? '{id} gewährt auch 1 Berechtigung: {granted}'
        : `{id} gewährt auch ${shown} Berechtigungen: {granted}`,
    grantsNothing: '{id} gewährt nichts weiter.',
    grantedBy: (count, shown) =>
      count === 1 ? '1 Berechtigung gewährt {id}: {granters}' : `${shown} Berechtigungen gewähren {id}: {granters}`,
    showRelated: 'Nur verbundene zeigen',
    showAll: 'Alle Berechtigungen zeigen',
    none: 'Noch enthält keine Berechtigung eine andere.',
  },
  empty: {
    team: {
      title: 'Keine eigenen Teamberechtigungen',
      text: 'Eine Berechtigung sagt, was Mitglieder eines Teams in Ihrer App dürfen. Systemberechtigungen prüft dieser Dienst selbst.',
    },
    project: {
      title: 'Keine Projektberechtigungen',
      text: 'Eine Projektberechtigung gilt in der ganzen App, nicht nur in einem Team: zum Beispiel „beta“ oder „support:read“. Ihre App prüft sie über die ID.',
    },
    snippet: 'Server',
  },
  dialog: {
    createTeam: 'Teamberechtigung erstellen',
    createProject: 'Projektberechtigung erstellen',
    lead: 'Jede ID gibt es nur einmal, in Teams oder im Projekt.',
    editLead: 'Benutzer behalten eine Berechtigung, deren ID sich ändert. Ihre App muss die neue ID prüfen.',
    id: 'ID',
    description: 'Beschreibung',
    contains: 'Enthält',
    containsHelp: 'Benutzer mit dieser Berechtigung haben auch diese.',
    gone: 'Die Berechtigung wurde inzwischen gelöscht.',
    problems: {
      characters: 'Only lowercase letters, numbers, ":", "_" and optional "$" at the beginning are allowed',
      system: 'Invalid system permission',
      long: 'ID must be at most 128 characters long',
    },
  },
  deletion: {
    places: '{id} wird aus {places} entfernt.',
    holders: 'Jeder Benutzer, der {id} hat, verliert sie.',
    holdersThrough: 'Jeder Benutzer, der {id} hat, direkt oder durch {granters}, verliert sie.',
    contained: 'Mit ihr geht verloren, was sie enthält, wenn jemand es nicht auf anderem Weg hat: {granted}.',
    final: 'Das lässt sich nicht rückgängig machen.',
  },
  defaults: {
    lead: 'Benutzer erhalten diese Berechtigungen, wenn sie ein Team gründen, einem beitreten oder sich registrieren. Änderungen gelten ab dann: Bisherige Mitglieder behalten, was sie haben.',
    notes: {
      creators: 'Wer ein Team gründet, erhält diese darin.',
      members: 'Wer einem Team beitritt, erhält diese darin.',
      users: 'Wer sich registriert, erhält diese im ganzen Projekt.',
    },
    withContained: 'Mit allem Enthaltenen: {granted}',
    empty: 'Nichts als Vorgabe.',
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
    none: 'Keine Berechtigung passt.',
    added: (id) => `${id} hinzugefügt`,
    removed: (id) => `${id} entfernt`,
  },
}
