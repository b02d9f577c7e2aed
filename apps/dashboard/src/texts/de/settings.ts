import { CONFIGURATION_PASSPHRASE_MIN_CODE_POINTS } from '@portico/client/admin'
import { pluralsOf } from '@portico/ui/language/plural'

import type { SettingsTexts } from '../en/settings.ts'

const plural = pluralsOf('de')

export const texts: SettingsTexts = {
  title: 'Einstellungen',
  loadFailed: 'Die Einstellungen können nicht geladen werden',
  name: 'Name',
  nameHelp: 'Benutzer sehen ihn auf der Anmeldeseite und in E-Mails.',
  description: 'Beschreibung',
  defaultLocale: 'Sprache der E-Mails',
  defaultLocaleHelp: 'Für Empfänger, deren eigene Sprache nicht bekannt ist.',
  projectId: 'Projekt-ID',
  apiUrl: 'API-URL',
  created: 'Erstellt',
  production: {
    title: 'Produktion',
    mode: 'Produktionsmodus',
    note: 'Nur HTTPS-Seiten mit einem Domainnamen sind vertrauenswürdig. Localhost wird abgelehnt.',
    findings: (count) =>
      plural(count, {
        one: '1 Befund muss zuerst behoben werden.',
        other: `${count} Befunde müssen zuerst behoben werden.`,
      }),
    show: 'Befunde zeigen',
  },
  owners: {
    title: 'Mitarbeiter',
    loadFailed: 'Die Mitarbeiter können nicht geladen werden',
    invitationsFailed: 'Die Einladungen können nicht geladen werden',
    note: 'Inhaber dürfen in diesem Projekt alles. Was die anderen dürfen, sagt ihre Rolle.',
    noteAlone: 'Inhaber dürfen in diesem Projekt alles. Sie sind der einzige Inhaber.',
    invite: 'Mitarbeiter einladen',
    you: 'Sie',
    noName: 'Kein Name',
    since: (date) => `Seit ${date}`,
    role: 'Rolle',
    changeRole: 'Rolle ändern',
    changeRoleOf: (name) => `Rolle ändern: ${name}`,
    changeRoleLead: 'Die neue Rolle von {name} gilt sofort. Eine E-Mail teilt sie mit.',
    roleChanged: (name, role) => `Neue Rolle von ${name}: ${role}`,
    demote: 'Rolle als Inhaber entziehen',
    demoteText:
      '{name} ist kein Inhaber mehr und hat sofort die Rolle „{role}“. Offene Einladungen von und an {name} enden.',
    demoteOwnText:
      'Sie sind kein Inhaber mehr und haben sofort die Rolle „{role}“. Nur ein anderer Inhaber kann Ihnen die Rolle zurückgeben. Ihre offenen Einladungen enden.',
    remove: 'Mitarbeiter entfernen',
    removeOf: (name) => `${name} entfernen`,
    removeShort: 'Entfernen',
    removeText: '{name} verliert sofort den Zugriff auf dieses Projekt. Das Konto bleibt.',
    leave: 'Projekt verlassen',
    leaveShort: 'Verlassen',
    leaveText: 'Sie verlieren sofort den Zugriff auf dieses Projekt. Ein Inhaber kann Sie wieder einladen.',
    onlyOwnerTitle: 'Sie sind der einzige Inhaber',
    onlyOwner:
      'Ein Projekt braucht einen Inhaber, deshalb können Sie es noch nicht verlassen. Laden Sie einen anderen ein, und verlassen Sie es, sobald die Einladung angenommen ist. Oder löschen Sie das Projekt.',
    invited: (date) => `Eingeladen, gültig bis ${date}`,
    transfer: 'Übergabe',
    supportCanImpersonate: {
      label: 'Support darf sich als Benutzer anmelden',
      note: 'Mitarbeiter mit der Rolle Support können sich per Link als Benutzer in Ihrer App anmelden. Inhaber und Administratoren können es immer. Nach dem Ausschalten enden diese Sitzungen.',
      keywords: 'identitätswechsel mitarbeiter',
    },
    revoke: 'Widerrufen',
    revokeOf: (email) => `Einladung von ${email} widerrufen`,
    email: 'E-Mail',
    emailHelp: 'Nur das Konto dieser Adresse kann die Einladung annehmen.',
    emailHelpClosed:
      'Auf diesem Dienst kann sich niemand registrieren, deshalb braucht die Adresse ein Konto. Nur dieses Konto kann die Einladung annehmen.',
    sent: (email) => `Einladung an ${email} gesendet`,
    transferLabel: 'Projekt übergeben',
    transferNote: 'Sie sind nicht mehr Inhaber, sobald die Einladung angenommen ist.',
    inviteLead: 'Wer eingeladen wird, erhält die Rechte der Rolle, die ein Inhaber jederzeit ändern kann.',
  },
  file: {
    title: 'Konfigurationsdatei',
    export: 'Exportieren',
    exportLabel: 'Konfiguration exportieren',
    exportNote:
      'Alle Einstellungen, Berechtigungen und geänderten E-Mail-Vorlagen als ein JSON-Dokument, ohne Schlüssel, Mitarbeiter und Benutzer.',
    exportLead:
      'Das Dokument enthält alle Einstellungen, Berechtigungen und geänderten E-Mail-Vorlagen. Wählen Sie, was mit Geheimnissen geschieht.',
    secrets: 'Geheimnisse',
    withoutSecrets: 'Ohne Geheimnisse',
    withoutSecretsNote: 'Für Versionskontrolle und für Projekte mit eigenen Geheimnissen.',
    sealed: 'Mit versiegelten Geheimnissen',
    sealedNote: 'Client-Secrets und das Mail-Passwort werden mit Ihrer Passphrase verschlüsselt.',
    passphrase: 'Passphrase',
    passphraseHelp: `Mindestens ${CONFIGURATION_PASSPHRASE_MIN_CODE_POINTS} Zeichen. Sie wird nicht gespeichert: Ohne sie sind die Geheimnisse nicht lesbar.`,
    passphraseShort: `Verwenden Sie mindestens ${CONFIGURATION_PASSPHRASE_MIN_CODE_POINTS} Zeichen.`,
    import: 'Importieren',
    importLabel: 'Konfiguration importieren',
    importNote: 'Zeigt, was sich ändern würde, bevor etwas gespeichert wird.',
    importLead: 'Wählen Sie ein Dokument. Sie sehen die Änderungen, bevor sie gelten.',
    file: 'Dokument',
    fileMissing: 'Wählen Sie eine Datei.',
    notJson: (line) => `Diese Datei ist kein gültiges JSON: Zeile ${line}.`,
    notDocument: 'Diese Datei ist keine exportierte Konfiguration.',
    unreadable: 'Der Browser kann diese Datei nicht lesen. Bitte noch einmal wählen.',
    importPassphraseHelp: 'Entschlüsselt die Geheimnisse des Dokuments. Ohne sie behält das Projekt seine Geheimnisse.',
    deleteMissing: 'Berechtigungen und E-Mail-Vorlagen löschen, die nicht im Dokument stehen',
    deleteMissingNote:
      'Benutzer verlieren diese Berechtigungen, und diese E-Mails haben wieder die Vorlage des Dienstes. Ohne diese Option bleibt beides.',
    preview: 'Änderungen zeigen',
    changesTitle: 'Diese Änderungen importieren',
    nothing: 'Das Dokument ändert nichts.',
    changeCount: (count) => plural(count, { one: '1 Änderung', other: `${count} Änderungen` }),
    before: 'Vorher',
    after: 'Nachher',
    added: 'Hinzugefügt',
    removed: 'Entfernt',
    secretChanges: 'Das Geheimnis ändert sich.',
    changedByYou:
      'Sie haben das Projekt in einem anderen Tab geändert, und nichts wurde importiert. Dies ist die neue Liste.',
    changedMeanwhile:
      '{person} hat das Projekt inzwischen geändert, und nichts wurde importiert. Dies ist die neue Liste.',
    permission: {
      created: 'Berechtigung {id} wird erstellt',
      updated: 'Berechtigung {id} ändert sich',
      deleted: 'Berechtigung {id} wird gelöscht; Benutzer, die sie haben, verlieren sie',
    },
    template: {
      created: 'Die E-Mail {name} erhält eine eigene Vorlage',
      updated: 'Die Vorlage der E-Mail {name} ändert sich',
      deleted: 'Die E-Mail {name} erhält wieder die Vorlage des Dienstes',
    },
    missingSecrets: 'Diese Geheimnisse fehlen im Dokument. Das Projekt behält, was es hat:',
    back: 'Zurück',
    applied: 'Konfiguration importiert',
  },
  remove: {
    title: 'Projekt löschen',
    label: (name) => `${name} löschen`,
    note: (_count, shown) =>
      `${shown} Benutzer, alle Teams und alle Schlüssel. Ihre Apps funktionieren sofort nicht mehr.`,
    consequence: (_count, shown) =>
      `Das löscht ${shown} Benutzer mit ihren Sitzungen, alle Teams, Berechtigungen und Schlüssel und das Protokoll. Ihre Apps funktionieren sofort nicht mehr. Das lässt sich nicht rückgängig machen.`,
    runningTitle: 'Das Projekt ist gelöscht',
    running:
      '{name} kann nicht mehr verwendet werden. Seine Einträge werden entfernt, auch wenn Sie die Seite schließen.',
    progress: (done, total) => `${done} von ${total} Benutzern entfernt`,
    removed: 'Alle Einträge von {name} sind entfernt.',
    progressWithoutTotal: (done) => `${done} Benutzer entfernt`,
    progressFailed: 'Der Fortschritt kann nicht geladen werden',
  },
  accept: {
    title: 'Einladung zu einem Projekt',
    text: '{inviter} lädt Sie zum Projekt {project} ein. Ihre Rolle: {role}.',
    textWithoutInviter: 'Sie sind zum Projekt {project} eingeladen. Ihre Rolle: {role}.',
    transfer: 'Die einladende Person ist nicht mehr Inhaber, wenn Sie annehmen.',
    accept: 'Einladung annehmen',
    later: 'Jetzt nicht',
    forAddress: 'Die Einladung ist für {email}.',
    signIn: 'Anmelden',
    signUp: 'Konto erstellen',
    withMailbox:
      'Kein Konto hat diese Adresse. Melden Sie sich mit einem Code per E-Mail an diese Adresse an oder mit einem Anbieterkonto, das diese Adresse hat: Dabei wird Ihr Konto erstellt.',
    closed:
      'Kein Konto hat diese Adresse, und auf diesem Dienst kann sich niemand registrieren. Bitten Sie den Betreiber um ein Konto, und öffnen Sie den Link dann erneut.',
    otherAccount: 'Die Einladung ist für {email}, aber Sie sind als {own} angemeldet.',
    otherAccountHelp:
      'Melden Sie sich mit dem Konto der eingeladenen Adresse an, oder fügen Sie die Adresse Ihrem Konto hinzu und bestätigen Sie sie.',
    noAddress: 'ein Konto ohne E-Mail-Adresse',
    switch: 'Anderes Konto verwenden',
    account: 'Kontoeinstellungen',
    unverified:
      'Bestätigen Sie zuerst {email}: Der Link in unserer Bestätigungsmail zeigt, dass das Postfach Ihres ist.',
    verify: 'Bestätigungsmail senden',
    verifySent:
      'An {email} gesendet. Öffnen Sie den Link darin, und kommen Sie zurück: Diese Seite macht von selbst weiter.',
    loadFailed: 'Die Einladung kann nicht geladen werden',
    refused: {
      expired: {
        title: 'Diese Einladung ist abgelaufen',
        text: 'Einladungen gelten sieben Tage. Bitten Sie den Inhaber, der sie gesendet hat, um eine neue.',
      },
      used: {
        title: 'Diese Einladung ist schon angenommen',
        text: 'Wenn Sie sie angenommen haben, steht das Projekt in Ihrer Liste.',
      },
      unknown: {
        title: 'Diese Einladung gilt nicht mehr',
        text: 'Sie wurde widerrufen oder durch eine neuere ersetzt, oder der Absender ist kein Inhaber mehr. Suchen Sie eine neuere E-Mail, oder bitten Sie um eine andere Einladung.',
      },
      attempts: {
        title: 'Dieser Link wurde zu oft versucht',
        text: 'Bitten Sie den Inhaber, der ihn gesendet hat, um eine neue Einladung.',
      },
      incomplete: {
        title: 'Dieser Link ist unvollständig',
        text: 'Öffnen Sie den Link der E-Mail erneut, oder kopieren Sie ihn ganz.',
      },
    },
    toProjects: 'Zu Ihren Projekten',
  },
}
