import { pluralsOf } from '@portico/ui/language/plural'

import { isMadeByOthers, type AccountChange, type AddressChange, type NoticeTexts } from '../en/notices.ts'

const plural = pluralsOf('de')

type LeakedKey = Parameters<NoticeTexts['apiKeyLeaked']>[0]

const partNames: Readonly<Record<AccountChange['removed'][number], string>> = {
  password: 'das Passwort',
  passkey: 'alle Passkeys',
  authenticator_app: 'die Authenticator-App',
  api_keys: 'alle API-Schlüssel',
}

const recordNames: Readonly<Record<AccountChange['undone'][number], string>> = {
  owned_projects: 'die Inhaberschaft aller Projekte',
  teams_left: 'die Mitgliedschaft in Teams mit anderen Mitgliedern',
  team_members: 'Teammitglieder, die das Konto eingeladen hatte',
  team_invitations: 'offene Team-Einladungen',
  team_api_keys: 'API-Schlüssel von Teams',
  teams: 'Name, Bild und Einstellungen der Teams ohne andere Mitglieder',
  profile: 'Name, Bild und Einstellungen im Profil',
}

const addressChangeNames: Readonly<Record<AddressChange, string>> = {
  replaces_address: 'sie ersetzt eine andere Adresse des Kontos',
  primary: 'sie ist jetzt die Hauptadresse',
  not_primary: 'sie ist nicht mehr die Hauptadresse',
  used_for_sign_in: 'sie kann zum Anmelden verwendet werden, sobald sie bestätigt ist',
  not_used_for_sign_in: 'sie wird nicht mehr zum Anmelden verwendet',
}

const apiKey = ({ apiKeyName }: AccountChange): string =>
  apiKeyName === '' ? 'Ein API-Schlüssel' : `Der API-Schlüssel „${apiKeyName}“`

const passkey = ({ passkeyName }: AccountChange): string =>
  passkeyName === '' ? 'Ein Passkey' : `Der Passkey „${passkeyName}“`

function accessRemoved(details: AccountChange): string {
  const { address, changedAt, disconnected, disconnectedCount, removed, undone } = details
  const accounts = plural(disconnectedCount, { one: 'das verbundene Konto', other: 'die verbundenen Konten' })
  const parts = [
    ...removed.map((part) => partNames[part]),
    ...(disconnectedCount === 0 ? [] : [`${accounts} bei ${disconnected}`]),
    ...undone.map((record) => recordNames[record]),
  ].join(', ')
  const verified = address === '' ? 'Diese E-Mail-Adresse' : `Die E-Mail-Adresse ${address} Ihres Kontos`
  const reconnect = disconnectedCount === 0 ? '' : ` Verbinden Sie dort auch ${disconnected} erneut.`
  return `${verified} wurde am ${changedAt} zum ersten Mal bestätigt. Davor hätte jemand anderes Anmeldemethoden oder API-Schlüssel hinzufügen können. Deshalb wurden entfernt: ${parts}. Sie können sie in Ihren Kontoeinstellungen wieder einrichten.${reconnect}`
}

const sentences: Readonly<Record<AccountChange['change'], (details: AccountChange) => string>> = {
  authenticator_app_added: ({ changedAt }) =>
    `Zu Ihrem Konto wurde am ${changedAt} eine Authenticator-App hinzugefügt. Für die Anmeldung ist jetzt ein Code aus dieser App nötig.`,
  authenticator_app_replaced: ({ changedAt }) => `Die Authenticator-App Ihres Kontos wurde am ${changedAt} ersetzt.`,
  authenticator_app_removed: ({ changedAt }) =>
    `Die Authenticator-App Ihres Kontos wurde am ${changedAt} entfernt. Für die Anmeldung ist kein Code aus dieser App mehr nötig.`,
  authenticator_app_reset: ({ changedAt }) =>
    `Der zweite Faktor Ihres Kontos wurde am ${changedAt} entfernt, wie es ein Administrator angekündigt hatte. Für die Anmeldung ist er nicht mehr nötig.`,
  authenticator_app_reset_cancelled: ({ changedAt }) =>
    `Die angekündigte Entfernung des zweiten Faktors Ihres Kontos wurde am ${changedAt} abgebrochen. Für die Anmeldung ist er weiterhin nötig.`,
  recovery_codes_created: ({ changedAt }) =>
    `Am ${changedAt} wurden neue Wiederherstellungscodes für Ihr Konto erstellt. Jeder ersetzt einmal einen Code aus Ihrer Authenticator-App. Ältere Wiederherstellungscodes gelten nicht mehr.`,
  recovery_code_used: ({ changedAt, unusedCodes }) =>
    `Ein Wiederherstellungscode Ihres Kontos wurde am ${changedAt} statt eines Codes aus Ihrer Authenticator-App benutzt. Unbenutzte Wiederherstellungscodes: ${unusedCodes}.`,
  passkey_added: (details) =>
    `${passkey(details)} wurde am ${details.changedAt} zu Ihrem Konto hinzugefügt. Er kann zum Anmelden verwendet werden.`,
  passkey_removed: (details) =>
    `${passkey(details)} wurde am ${details.changedAt} aus Ihrem Konto entfernt. Er kann nicht mehr zum Anmelden verwendet werden.`,
  api_key_created: (details) =>
    `${apiKey(details)} wurde am ${details.changedAt} für Ihr Konto erstellt. Programme, die den Schlüssel haben, können in Ihrem Namen handeln.`,
  provider_account_connected: ({ changedAt, providerName }) =>
    `Ein Konto bei ${providerName} wurde am ${changedAt} mit Ihrem Konto verbunden. Es kann zum Anmelden verwendet werden.`,
  provider_account_disconnected: ({ changedAt, providerName }) =>
    `Das verbundene Konto bei ${providerName} wurde am ${changedAt} von Ihrem Konto getrennt. Es kann nicht mehr zum Anmelden verwendet werden.`,
  unproved_access_removed: accessRemoved,
  address_disowned: ({ address, changedAt }) =>
    `Die E-Mail-Adresse ${address} wurde am ${changedAt} aus Ihrem Konto entfernt. Die Person, der dieses Postfach gehört, hat gemeldet, dass das Konto jemand anderem gehört.`,
  address_added: ({ address, changedAt }) =>
    `Die E-Mail-Adresse ${address} wurde am ${changedAt} zu Ihrem Konto hinzugefügt.`,
  address_updated: (details) =>
    `Die E-Mail-Adresse ${details.address} Ihres Kontos wurde am ${details.changedAt} geändert: ${details.addressChanges.map((change) => addressChangeNames[change]).join(', ')}.`,
  address_removed: ({ address, changedAt }) =>
    `Die E-Mail-Adresse ${address} wurde am ${changedAt} aus Ihrem Konto entfernt.`,
}

function subjectOfChange({ change, project }: AccountChange): string {
  if (change === 'api_key_created') return `Ein API-Schlüssel Ihres Kontos bei ${project} wurde erstellt`
  if (change === 'recovery_code_used') return `Ein Wiederherstellungscode Ihres Kontos bei ${project} wurde benutzt`
  return change.startsWith('address_')
    ? `Die E-Mail-Adressen Ihres Kontos bei ${project} wurden geändert`
    : `Ihre Anmeldung bei ${project} wurde geändert`
}

function ownerOfKey({ ownerType, project, team }: LeakedKey): string {
  const owner = ownerType === 'user' ? 'Ihres Kontos' : team === '' ? 'des Teams' : `des Teams „${team}“`
  return `${owner} bei ${project}`
}

export const notices: NoticeTexts = {
  passwordChanged: ({ changedAt, project }) => ({
    subject: `Ihr Passwort für ${project} wurde geändert`,
    sentence: `Das Passwort Ihres Kontos wurde am ${changedAt} geändert. Wenn Sie es geändert haben, können Sie diese E-Mail ignorieren.`,
    reason: `Wenn Sie es nicht geändert haben, gehen Sie zu ${project}, wählen Sie auf der Anmeldeseite „Passwort vergessen?“ und legen Sie ein neues Passwort fest. Damit enden alle Sitzungen. Sie erhalten diese E-Mail, weil dies die Adresse des Kontos ist.`,
  }),
  emailChanged: ({ changedAt, project }) => ({
    subject: `Ihre E-Mail-Adresse für ${project} wurde geändert`,
    sentence: `Diese Adresse wurde am ${changedAt} aus Ihrem Konto entfernt. Wenn Sie das waren, können Sie diese E-Mail ignorieren.`,
    reason: `Wenn Sie das nicht waren, wenden Sie sich sofort an den Support von ${project}. Der Support kann sehen, wer die Änderung vorgenommen hat. Sie erhalten diese E-Mail, weil dies die Adresse des Kontos war.`,
  }),
  addressAdded: ({ changedAt, project }) => ({
    subject: `Ihre E-Mail-Adresse wurde zu einem Konto bei ${project} hinzugefügt`,
    sentence: `Diese Adresse wurde am ${changedAt} zu einem Konto bei ${project} hinzugefügt. Das Konto kann sie erst zum Anmelden verwenden, wenn Sie sie bestätigen.`,
    reason: `Sie erhalten diese E-Mail, weil jemand diese Adresse in seinen Kontoeinstellungen bei ${project} eingegeben hat. Wenn Sie das nicht waren, können Sie diese E-Mail ignorieren. Öffnen Sie dann keinen Link, der diese Adresse bestätigt.`,
  }),
  signInMethodChanged: (details) => ({
    subject: subjectOfChange(details),
    sentence: `${sentences[details.change](details)}${isMadeByOthers(details.change) ? '' : ' Wenn Sie das waren, können Sie diese E-Mail ignorieren.'}`,
    reason: `Wenn Sie das nicht waren, gehen Sie zu ${details.project}, machen Sie die Änderung in Ihren Kontoeinstellungen rückgängig und beenden Sie die Sitzungen, die Sie nicht kennen. Wenn Sie sich nicht mehr anmelden können, wenden Sie sich an den Support von ${details.project}. Sie erhalten diese E-Mail, weil dies die Adresse des Kontos ist.`,
  }),
  newDevice: ({ device, expiresAt, hasLink, place, project, signedInAt }) => ({
    subject: `Anmeldung bei ${project} auf einem neuen Gerät`,
    sentence: `Mit Ihrem Konto hat sich am ${signedInAt} jemand auf einem Gerät angemeldet, auf dem Sie sich noch nicht angemeldet haben.${device && ` Gerät: ${device}.`}${place && ` Ort: ${place}.`} Wenn Sie das waren, können Sie diese E-Mail ignorieren.`,
    action: 'Das war ich nicht',
    lifetime: `Der Link läuft am ${expiresAt} ab.`,
    reason: hasLink
      ? 'Wenn Sie das nicht waren, wählen Sie „Das war ich nicht“. Damit endet die Sitzung, und wenn Ihr Konto ein Passwort haben kann, erhalten Sie eine E-Mail, mit der Sie ein neues wählen. Sie erhalten diese E-Mail, weil dies die Adresse des Kontos ist.'
      : `Wenn Sie das nicht waren, gehen Sie zu ${project}, beenden Sie in Ihren Kontoeinstellungen die Sitzung, die Sie nicht kennen, und ändern Sie, wie Sie sich anmelden. Wenn Sie ein Passwort haben, wählen Sie auf der Anmeldeseite „Passwort vergessen?“ und legen Sie ein neues fest. Damit enden alle Sitzungen. Sie erhalten diese E-Mail, weil dies die Adresse des Kontos ist.`,
  }),
  factorResetStarted: ({ project, takesEffectAt }) => ({
    subject: `Ihr zweiter Faktor bei ${project} wird entfernt`,
    sentence: `Ein Administrator von ${project} hat angekündigt, dass der zweite Faktor Ihres Kontos (Authenticator-App, Wiederherstellungscodes, Passkeys) am ${takesEffectAt} entfernt wird. Danach ist er für die Anmeldung nicht mehr nötig.`,
    action: 'Entfernung abbrechen',
    lifetime: `Sie können bis zum ${takesEffectAt} abbrechen.`,
    reason:
      'Wenn Sie darum gebeten haben, weil Sie Ihren zweiten Faktor verloren haben, können Sie diese E-Mail ignorieren. Wenn nicht, brechen Sie die Entfernung sofort ab. Sie erhalten diese E-Mail, weil dies eine bestätigte Adresse des Kontos ist.',
  }),
  secondFactorDue: ({ project, dueAt }) => ({
    subject: `Richten Sie einen zweiten Faktor für Ihr Konto bei ${project} ein`,
    sentence: `Ab dem ${dueAt} braucht Ihr Konto bei ${project} einen zweiten Faktor (eine Authenticator-App oder einen Passkey). Richten Sie ihn vorher in den Kontoeinstellungen ein. Danach können Sie Ihr Konto erst nutzen, wenn Sie ihn eingerichtet haben.`,
    reason: `Sie erhalten diese E-Mail, weil sich jemand in Ihrem Konto bei ${project} angemeldet hat. Wenn Sie das nicht waren, ändern Sie Ihr Passwort.`,
  }),
  signUpApproved: ({ project }) => ({
    subject: `Ihre Registrierung bei ${project} wurde genehmigt`,
    sentence: `Ihre Registrierung bei ${project} wurde genehmigt. Sie können Ihr Konto jetzt nutzen.`,
    action: 'Anmelden',
    reason: `Sie erhalten diese E-Mail, weil sich jemand mit dieser Adresse bei ${project} registriert hat. Wenn Sie das nicht waren, können Sie diese E-Mail ignorieren.`,
  }),
  signUpRefused: ({ project }) => ({
    subject: `Ihre Registrierung bei ${project} wurde abgelehnt`,
    sentence: `Ihre Registrierung bei ${project} wurde abgelehnt, und Ihr Konto wurde gelöscht.`,
    reason: `Sie erhalten diese E-Mail, weil sich jemand mit dieser Adresse bei ${project} registriert hat. Wenn Sie das nicht waren, können Sie diese E-Mail ignorieren.`,
  }),
  apiKeyLeaked: (details) => ({
    subject: `Ein API-Schlüssel für ${details.project} wurde öffentlich gefunden und widerrufen`,
    sentence: `Ein API-Schlüssel ${ownerOfKey(details)} wurde öffentlich gefunden${details.description === '' ? '' : `: „${details.description}“`}. Er wurde am ${details.revokedAt} widerrufen. Programme, die den Schlüssel verwenden, haben keinen Zugriff mehr. Erstellen Sie für sie einen neuen Schlüssel, und entfernen Sie den alten dort, wo er veröffentlicht wurde. Prüfen Sie, was davor mit dem Schlüssel geschehen ist.`,
    reason: `Sie erhalten diese E-Mail, weil ${details.ownerType === 'team' ? 'Sie die API-Schlüssel des Teams verwalten können' : 'dies die Adresse des Kontos ist'}. Die Namen in Anführungszeichen haben Benutzer von ${details.project} gewählt.`,
  }),
}
