import { pluralsOf } from '@portico/ui/language/plural'

import type { ImportsTexts } from '../en/imports.ts'

const plural = pluralsOf('de')

export const texts: ImportsTexts = {
  title: 'Benutzer importieren',
  lead: 'Benutzer ziehen mit ihren Passwörtern aus einem Export des bisherigen Systems hierher um.',
  create: 'Neuer Import',
  loadFailed: 'Die Importe können nicht geladen werden',
  count: (count) => plural(count, { one: '1 Import', other: `${count} Importe` }),
  size: (megabytes) => `${megabytes} MB`,
  smallSize: (kilobytes) => `${kilobytes} kB`,
  columns: { source: 'Quelle', state: 'Status', users: 'Benutzer', findings: 'Befunde', created: 'Begonnen' },
  dryRun: 'Probelauf',
  states: {
    open: 'Wartet auf Dateien',
    reading: 'Läuft',
    failed: 'Nicht lesbar',
    cancelled: 'Abgebrochen',
    done: 'Fertig',
    undoing: 'Rückgängig begonnen',
    undone: 'Rückgängig gemacht',
  },
  empty: {
    title: 'Noch keine Importe',
    text: 'Wählen Sie, woher Ihre Benutzer kommen. Ein Probelauf zeigt vor jeder Änderung, was geschehen wird.',
  },
  source: 'Woher kommen die Benutzer?',
  sourceLead:
    'Die nächste Seite fragt nach dem Export. Nichts ändert sich, bevor Sie das Ergebnis des Probelaufs bestätigen.',
  otherSources:
    'Ohne Dump wird ein Projekt von Stack Auth aus dessen API gelesen. Das tut die Befehlszeile: portico import stack-auth',
  next: 'Weiter',
  sources: {
    auth0:
      'Übernimmt Passwörter, wenn der Support von Auth0 die Hashes schickt, Konten bei Anbietern, Metadaten und Sperren. Zweite Faktoren bleiben zurück.',
    clerk:
      'Übernimmt Passwörter, Authenticator-Apps, Konten bei Anbietern, Metadaten und Sperren. Passkeys bleiben zurück.',
    firebase:
      'Übernimmt Passwörter, Konten bei Anbietern, eigene Ansprüche und deaktivierte Benutzer. Zweite Faktoren bleiben zurück.',
    supabase:
      'Übernimmt IDs, Passwörter, Authenticator-Apps, Konten bei Anbietern, Metadaten und Sperren. Passkeys bleiben zurück.',
    cognito:
      'Übernimmt Attribute, Konten bei Anbietern und deaktivierte Benutzer. Cognito exportiert weder Passwörter noch zweite Faktoren.',
    keycloak:
      'Übernimmt Passwörter, Authenticator-Apps, Konten bei Anbietern, Attribute und Gruppen als Teams. Passkeys bleiben zurück.',
    'better-auth':
      'Übernimmt Passwörter, Konten bei Anbietern, Sperren und Organisationen als Teams. Zweite Faktoren und Passkeys bleiben zurück.',
    authjs:
      'Übernimmt Benutzer, Konten bei Anbietern, und Passwörter, wenn die Tabelle der Benutzer eine Spalte mit Hashes hat. Passkeys bleiben zurück.',
    'stack-auth':
      'Übernimmt IDs, Passwörter, zweite Faktoren, Passkeys, Konten bei Anbietern, Teams und Berechtigungen aus einem Dump der Datenbank.',
    portico: 'Übernimmt alles aus einem Export dieses Dienstes, mit den Passwort-Hashes, falls er sie enthält.',
  },
  files: {
    'auth0.users':
      'Der Massenexport der Benutzer: JSON (ein Objekt je Zeile) oder CSV, mit den Feldern user_id und identities.',
    'auth0.hashes':
      'Der Export der Passwort-Hashes, den der Support von Auth0 auf Anfrage schickt: ein JSON-Objekt je Zeile.',
    'clerk.users':
      'Die CSV-Datei des Dashboards (Settings, User exports). Nur sie hat Passwort-Hashes und Secrets der Authenticator-Apps.',
    'clerk.details':
      'Die Benutzer der Backend-API (GET /v1/users) als JSON-Array oder ein Objekt je Zeile. Nur sie hat Zeitpunkte, Metadaten, Konten bei Anbietern und Sperren.',
    'firebase.users': 'Die Datei von `firebase auth:export users.json --format=json`.',
    'supabase.users':
      'Die Tabelle auth.users als CSV, oder ein Dump mit allen drei Tabellen: `supabase db dump --data-only --schema auth` oder `pg_dump --data-only`.',
    'supabase.identities': 'Die Tabelle auth.identities als CSV. Nicht mit einem Dump.',
    'supabase.factors': 'Die Tabelle auth.mfa_factors als CSV. Nicht mit einem Dump.',
    'cognito.users': 'Die Datei von `aws cognito-idp list-users --user-pool-id <id> --output json > users.json`.',
    'keycloak.users':
      'Die Datei von `kc.sh export --realm <name> --users same_file --file realm.json`. Mehrere Dateien verbindet `cat realm.json realm-users-*.json > all.json`.',
    'better-auth.users':
      'Die Tabelle user als CSV, oder ein Dump von PostgreSQL mit allen Tabellen: `pg_dump --data-only`.',
    'better-auth.accounts':
      'Die Tabelle account als CSV. Nur sie hat Passwörter und Konten bei Anbietern. Nicht mit einem Dump.',
    'better-auth.sessions': 'Die Tabelle session als CSV, für die letzte Aktivität. Nicht mit einem Dump.',
    'better-auth.passkeys': 'Die Tabelle passkey als CSV, um sie zu zählen. Nicht mit einem Dump.',
    'better-auth.organizations': 'Die Tabelle organization als CSV. Nicht mit einem Dump.',
    'better-auth.members': 'Die Tabelle member als CSV. Nicht mit einem Dump.',
    'authjs.users':
      'Die Tabelle der Benutzer des Adapters als CSV, oder ein Dump von PostgreSQL mit allen Tabellen: `pg_dump --data-only`.',
    'authjs.accounts': 'Die Tabelle der Konten als CSV. Nicht mit einem Dump.',
    'authjs.authenticators':
      'Die Tabelle der Authenticators (Passkeys) als CSV, um sie zu zählen. Nicht mit einem Dump.',
    'stack-auth.users':
      'Ein Dump der Datenbank eines Dienstes, den Sie betreiben, Version 2.8: `pg_dump --data-only`. Nur er hat Passwort-Hashes, Secrets der Authenticator-Apps und Passkeys.',
    'portico.users':
      'Ein Export des Dienstes: ein JSON-Datensatz je Zeile (NDJSON), und eine letzte Zeile der Art `end`.',
  },
  options: {
    'firebase.signer_key':
      'base64_signer_key. In der Firebase-Konsole: Authentication, Users, im Menü über der Liste „Password hash parameters“.',
    'firebase.salt_separator':
      'base64_salt_separator. In der Firebase-Konsole: Authentication, Users, im Menü über der Liste „Password hash parameters“.',
    'firebase.rounds':
      'rounds. In der Firebase-Konsole: Authentication, Users, im Menü über der Liste „Password hash parameters“. Vorgabe: 8.',
    'firebase.mem_cost':
      'mem_cost. In der Firebase-Konsole: Authentication, Users, im Menü über der Liste „Password hash parameters“. Vorgabe: 14.',
    'stack-auth.project_id': 'Die ID des Projekts dort.',
    'stack-auth.rp_id': 'Die Domain der Passkeys, zum Beispiel app.example. Ohne sie gehen die Passkeys verloren.',
  },
  noSuchImport: 'Diesen Import gibt es nicht',
  noSuchImportText: 'Er gehört zu einem anderen Projekt, oder die Adresse ist unvollständig.',
  dryRunOf: (source) => `Probelauf: ${source}`,
  importOf: (source) => `Import: ${source}`,
  dryRunLead: 'Ein Probelauf ändert nichts. Er stellt fest, was der Import tun wird.',
  importLead: 'Importierte Benutzer melden sich wie bisher an. Sie bekommen keine E-Mail.',
  filesTitle: 'Dateien',
  filesNote: (megabytes) =>
    `Zusammen höchstens ${megabytes} MB, auch mit gzip komprimiert. Ein unterbrochener Upload geht weiter, wenn Sie die Datei erneut wählen.`,
  required: 'Erforderlich',
  optional: 'Optional',
  choose: 'Datei wählen',
  chooseOther: 'Andere Datei wählen',
  chooseAgain: (size) => `${size} sind hier. Wählen Sie die Datei erneut, um fortzufahren oder sie zu bestätigen.`,
  uploading: (done, total) => `${done} von ${total} hochgeladen`,
  uploaded: (size) => `${size} hochgeladen`,
  uploadOf: (name) => `Upload von ${name}`,
  stopUpload: 'Anhalten',
  tooLarge: (megabytes) =>
    `Die Datei hat mehr als ${megabytes} MB. Importieren Sie sie mit der Befehlszeile: portico import`,
  chooseFirst: 'Laden Sie die erforderlichen Dateien hoch, um fortzufahren.',
  optionsTitle: 'Export prüfen',
  check: 'Probelauf starten',
  importNow: 'Importieren',
  failedTitle: 'Die Dateien können nicht gelesen werden',
  failedText: 'Wählen Sie andere Dateien oder Werte und starten Sie erneut.',
  errors: {
    unreadable: 'Der Inhalt ist nicht lesbar: {detail}',
    missing_file: 'Eine erforderliche Datei fehlt: {detail}',
    missing_option: 'Ein erforderlicher Wert fehlt: {detail}',
    wrong_file: 'Eine Datei ist kein Export dieser Quelle: {detail}',
    empty_file: 'Eine Datei ist leer: {detail}',
    too_large: 'Eine Datei ist entpackt zu groß: {detail}',
    too_many_unreadable: 'Zu viele Zeilen sind nicht lesbar: {detail}',
    files_deleted: 'Die Dateien des Imports wurden gelöscht.',
    secret_unreadable:
      'Die Dateien sind mit einem Geheimnis verschlüsselt, das PORTICO_SECRET nicht mehr enthält. Der Betreiber kann es dort eintragen, oder löschen Sie die Dateien und laden Sie sie erneut hoch.',
    service_failed: 'Der Dienst konnte die Dateien nicht lesen. Der Grund steht in seinem Log.',
    given_up: 'Die Datenbank war etwa eine Stunde lang überlastet oder nicht erreichbar.',
  },
  stoppedText:
    'Was vorher importiert wurde, bleibt. Machen Sie es rückgängig, oder beginnen Sie mit demselben Export einen neuen Import: Kein Benutzer wird doppelt importiert.',
  reading: 'Fortschritt',
  readingDry: 'Der Dienst liest die Dateien. Sie können diese Seite verlassen.',
  readingImport: 'Der Dienst importiert die Benutzer. Sie können diese Seite verlassen.',
  waiting: 'Wartet auf einen anderen Auftrag dieses Projekts',
  read: (done, total) => `${done} von ${total} gelesen`,
  cancel: 'Import abbrechen',
  cancelDry: 'Probelauf abbrechen',
  cancelText:
    'Bereits importierte Benutzer bleiben, bis Sie den Import rückgängig machen. Die Dateien werden gelöscht.',
  cancelDryText: 'Die Dateien werden gelöscht.',
  report: 'Ergebnis',
  figures: {
    wouldCreate: 'Werden importiert',
    created: 'Importierte Benutzer',
    alreadyImported: 'Schon hier',
    refused: 'Abgelehnt',
    duplicate: 'Doppelte',
    unreadable: 'Unlesbare Zeilen',
  },
  figureNotes: {
    alreadyImported: 'Durch einen früheren Import oder eine frühere Zeile',
    refused: 'Ihre Datensätze verletzen eine Regel',
    duplicate: 'Ausgelassen: Adresse oder Konto ist vergeben',
    unreadable: 'Nicht im Format der Quelle',
  },
  affected: 'Was zurückbleibt',
  lostPassword: (count, shown) =>
    plural(count, {
      one: '1 Benutzer muss ein neues Passwort festlegen.',
      other: `${shown} Benutzer müssen ein neues Passwort festlegen.`,
    }),
  lostSecondFactor: (count, shown) =>
    plural(count, {
      one: '1 Benutzer verliert einen zweiten Faktor.',
      other: `${shown} Benutzer verlieren ihren zweiten Faktor.`,
    }),
  lostPasskeys: (count, shown) =>
    plural(count, { one: '1 Benutzer verliert Passkeys.', other: `${shown} Benutzer verlieren Passkeys.` }),
  lostProviderAccounts: (count, shown) =>
    plural(count, {
      one: '1 Benutzer verliert ein Konto bei einem Anbieter.',
      other: `${shown} Benutzer verlieren Konten bei Anbietern.`,
    }),
  withoutHash: 'Läuft das bisherige System noch, kann es diese Passwörter ein letztes Mal prüfen: {link}.',
  previousSystem: 'Bisheriges System',
  hashFormats: 'Passwort-Hashes',
  importAll: (count, shown) => plural(count, { one: '1 Benutzer importieren', other: `${shown} Benutzer importieren` }),
  importAllText:
    'Die Benutzer werden erstellt, wie es der Probelauf sagt. Es wird keine E-Mail gesendet. Der Import kann rückgängig gemacht werden.',
  filesGone: 'Die Dateien dieses Probelaufs wurden gelöscht oder importiert. Beginnen Sie dafür einen neuen Import.',
  nothingToImport: 'Es gibt keinen Benutzer zu importieren.',
  undo: 'Import rückgängig machen',
  undoText:
    'Importierte Benutzer, die sich seitdem nicht angemeldet haben, werden mit ihren Teams gelöscht. Andere bleiben. Das lässt sich nicht umkehren.',
  undoing: (count, shown) => plural(count, { one: '1 Benutzer entfernt', other: `${shown} Benutzer entfernt` }),
  undoBegun: 'Das Rückgängigmachen wurde unterbrochen. Setzen Sie es fort, um die übrigen Benutzer zu entfernen.',
  continueUndo: 'Rückgängigmachen fortsetzen',
  undone: (removed, kept) => `${removed} Benutzer wurden entfernt. ${kept} haben sich seitdem angemeldet und bleiben.`,
  findings: 'Befunde',
  findingsFailed: 'Die Befunde können nicht geladen werden',
  noFindings: 'Keine Befunde: Jeder Datensatz wurde gelesen und vollständig importiert.',
  noFindingsDry: 'Keine Befunde: Jeder Datensatz kann gelesen und vollständig importiert werden.',
  line: (line) => `Zeile ${line}`,
  more: 'Mehr anzeigen',
  outcomes: {
    created: 'Teilweise importiert',
    already_imported: 'Schon hier',
    refused: 'Abgelehnt',
    duplicate: 'Doppelt',
    unreadable: 'Unlesbar',
  },
  reasons: {
    unreadable: 'Nicht im Format der Quelle: {value}',
    invalid: 'Der Datensatz verletzt eine Regel: {value}',
    not_importable: 'Der Dienst konnte diesen Datensatz nicht importieren.',
    id_taken: 'Ein anderer Benutzer hat die ID {value}. Der Benutzer dieser Zeile wurde ausgelassen.',
    address_taken: 'Ein anderer Benutzer meldet sich mit {value} an. Der Benutzer dieser Zeile wurde ausgelassen.',
    account_taken: 'Ein anderer Benutzer hat das Konto {value}. Der Benutzer dieser Zeile wurde ausgelassen.',
    team_id_taken: 'Ein anderes Team hat die ID {value}. Das Team dieser Zeile wurde ausgelassen.',
    same_user: 'Zeile {line} hat denselben Benutzer.',
    same_team: 'Zeile {line} hat dasselbe Team.',
    same_membership: 'Zeile {line} hat dieselbe Mitgliedschaft.',
    same_permission: 'Zeile {line} hat dieselbe Berechtigung.',
    same_definition: 'Zeile {line} hat dieselbe Definition.',
    unknown_team: 'Es wurde kein Team mit der ID {value} der Quelle importiert.',
    unknown_user: 'Es wurde kein Benutzer mit der ID {value} der Quelle importiert.',
    undefined_team_permission: 'Die Team-Berechtigung {value} ist nicht definiert.',
    undefined_project_permission: 'Die Projekt-Berechtigung {value} ist nicht definiert.',
    defined_for_team: '{value} ist hier eine Team-Berechtigung.',
    defined_for_project: '{value} ist hier eine Projekt-Berechtigung.',
    defined_otherwise:
      'Das Projekt hat eine Berechtigung {value} mit anderer Beschreibung oder anderen enthaltenen Berechtigungen. Sie wurde nicht geändert.',
    password_left_out: 'Das Passwort wurde ausgelassen: Die Anmeldung mit Passwort ist aus.',
    code_left_out: 'Die Anmeldung mit Code per E-Mail blieb aus: Sie ist in diesem Projekt aus.',
    account_left_out: 'Das Konto bei {value} wurde ausgelassen: Dieser Anbieter ist aus.',
    passkey_taken: 'Ein Passkey wurde ausgelassen: Ein anderer Benutzer hat ihn.',
    passkey_domain: 'Ein Passkey wurde ausgelassen: Das Projekt vertraut seiner Domain {value} nicht.',
    passkey_id: 'Ein Passkey wurde ausgelassen: Er funktioniert nur, wenn der Benutzer seine ID behält.',
    no_way_in: 'Der Benutzer könnte sich nicht anmelden.',
    address_twice: 'Der Benutzer hat eine Adresse zweimal.',
    two_primary_addresses: 'Der Benutzer hat mehr als eine primäre Adresse.',
    provider_twice: 'Der Benutzer hat zwei Konten bei einem Anbieter. Möglich ist ein Konto je Anbieter.',
    anonymous_with_method: 'Ein anonymer Benutzer kann keine Anmeldemethode und keine Authenticator-App haben.',
  },
  reasonsWithLine: {
    id_taken: 'Der Benutzer der Zeile {line} hat die ID {value}. Der Benutzer dieser Zeile wurde ausgelassen.',
    address_taken:
      'Der Benutzer der Zeile {line} meldet sich mit {value} an. Der Benutzer dieser Zeile wurde ausgelassen.',
    account_taken: 'Der Benutzer der Zeile {line} hat das Konto {value}. Der Benutzer dieser Zeile wurde ausgelassen.',
  },
  export: 'Befunde herunterladen',
  asCsv: 'Als CSV',
  asJson: 'Als JSON',
  exporting: (count) => `${count} Befunde…`,
  exported: (count, shown) =>
    plural(count, { one: '1 Befund wurde gespeichert', other: `${shown} Befunde wurden gespeichert` }),
}
