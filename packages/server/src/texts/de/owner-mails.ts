import type { StaffRole } from '@portico/contract'

import type { Person } from '../en/mail-frame.ts'
import { isAboutRole, type OwnerMailTexts } from '../en/owner-mails.ts'

type OwnerChanged = Parameters<OwnerMailTexts['ownerChanged']>[0]
type FailedEmailsDigest = Parameters<OwnerMailTexts['failedEmailsDigest']>[0]

function failedMails({ count, from, isMore, ownedProject, until, mails }: FailedEmailsDigest): string {
  const number = isMore ? `Mehr als ${count} E-Mails` : count === 1 ? 'Eine E-Mail' : `${count} E-Mails`
  const verb = count === 1 && !isMore ? 'konnte' : 'konnten'
  const lines = mails.map(
    ({ recipient, subject }, index) =>
      `${index + 1}. ${subject === '' ? '(ohne Betreff)' : `„${subject}“`} an ${recipient}`,
  )
  return [
    `${number} des Projekts „${ownedProject}“ ${verb} zwischen dem ${from} und dem ${until} nicht zugestellt werden.`,
    [...(isMore || count > lines.length ? [`Zuletzt nicht zugestellt (${lines.length}):`] : []), ...lines].join('\n'),
    'Die Liste der gesendeten E-Mails im Dashboard nennt für jede fehlgeschlagene E-Mail den Grund und bietet an, sie erneut zu senden, wo das helfen kann.',
  ].join('\n\n')
}

const roles: Readonly<Record<StaffRole, string>> = {
  owner: 'Inhaber',
  admin: 'Administrator',
  developer: 'Entwickler',
  support: 'Support',
  viewer: 'Betrachter',
}

function invitation({
  isTransfer,
  ownedProject,
  personAddress,
  personName,
  project,
  role,
}: Parameters<OwnerMailTexts['ownerInvitation']>[0]): string {
  const inviter = personAddress || (personName === '' ? '' : `„${personName}“`)
  const invited = inviter === '' ? 'Sie sind eingeladen' : `${inviter} hat Sie eingeladen`
  if (role !== 'owner')
    return `${invited}, am Projekt „${ownedProject}“ bei ${project} mitzuarbeiten. Ihre Rolle: ${roles[role]}.`
  const leaves = isTransfer ? ' Wer Sie eingeladen hat, ist nicht mehr Inhaber, sobald Sie annehmen.' : ''
  return `${invited}, Inhaber des Projekts „${ownedProject}“ bei ${project} zu werden.${leaves}`
}

function ownerChange({ change, changedAt, isRecipient, ownedProject, role, ...person }: OwnerChanged): string {
  if (change === 'left') return `Sie haben seit dem ${changedAt} keinen Zugriff mehr auf das Projekt „${ownedProject}“.`
  if (change === 'role_changed')
    return `Ihre Rolle im Projekt „${ownedProject}“ wurde am ${changedAt} geändert. Neue Rolle: ${roles[role]}.`
  if (change === 'joined') {
    return `${named(person, 'Ein Benutzer')} hat seit dem ${changedAt} Zugriff auf das Projekt „${ownedProject}“. Rolle: ${roles[role]}.`
  }
  const isOwner = `seit dem ${changedAt} ${change === 'added' ? 'Inhaber' : 'nicht mehr Inhaber'} des Projekts „${ownedProject}“.`
  return isRecipient ? `Sie sind ${isOwner}` : `${named(person, 'Ein Benutzer')} ist ${isOwner}`
}

function adviceFor({ change, isRecipient }: OwnerChanged): string {
  if (change === 'added') {
    return ' Inhaber haben Zugriff auf alles im Projekt. Wenn Sie das nicht erwartet haben, entfernen Sie den Inhaber in den Einstellungen des Projekts.'
  }
  return isRecipient && change === 'removed'
    ? ' Wenn Sie das nicht erwartet haben, wenden Sie sich an einen anderen Inhaber.'
    : ''
}

function named({ personAddress, personName }: Person, unnamed: string): string {
  return `${personName === '' ? unnamed : `„${personName}“`}${personAddress === '' ? '' : ` (${personAddress})`}`
}

const list = new Intl.ListFormat('de')

const settings: Readonly<Record<string, string>> = {
  'config.email_config': 'den Mailserver',
  'config.domains': 'die vertrauenswürdigen Domains',
  'config.allow_localhost': 'das Vertrauen in localhost',
  'config.native_app_redirects_enabled': 'die Weiterleitungen zu nativen Apps',
  'config.oauth_providers': 'die Anbieter für die Anmeldung',
  'config.oidc_providers': 'die OpenID-Connect-Aussteller',
  'config.old_system': 'das frühere System des Projekts',
  'config.recent_sign_in_required': 'die Pflicht zur erneuten Anmeldung',
  'config.support_can_impersonate': 'die Anmeldung des Supports als Nutzer',
  is_production_mode: 'den Produktionsmodus',
  email_templates: 'die E-Mail-Vorlagen',
  partner_access: 'den Zugriff eines Partners',
  team_connections: 'die OpenID-Connect-Aussteller von Teams',
  webhooks: 'die Webhook-Endpunkte',
}

export const ownerMails: OwnerMailTexts = {
  ownerInvitation: (details) => ({
    subject: `Sie sind eingeladen, ein Projekt bei ${details.project} zu verwalten`,
    sentence: invitation(details),
    action: 'Einladung ansehen',
    lifetime: `Die Einladung läuft am ${details.expiresAt} ab. Sie erhalten erst Zugriff, wenn Sie bestätigen.`,
    reason: `Sie erhalten diese E-Mail, weil jemand diese Adresse zu einem Projekt bei ${details.project} eingeladen hat. Die Namen in Anführungszeichen haben Benutzer gewählt. Wenn Sie die Einladung nicht erwarten, können Sie diese E-Mail ignorieren.`,
  }),
  ownerChanged: (details) => ({
    subject: `Rollen in einem Projekt bei ${details.project} haben sich geändert`,
    sentence: `${ownerChange(details)}${adviceFor(details)}`,
    reason: isAboutRole(details)
      ? 'Sie erhalten diese E-Mail, weil sie Ihre Rolle im Projekt betrifft. Die Namen in Anführungszeichen haben Benutzer gewählt.'
      : `Sie erhalten diese E-Mail, weil Sie Inhaber des Projekts ${details.isRecipient && details.change === 'removed' ? 'waren' : 'sind'}. Die Namen in Anführungszeichen haben Benutzer gewählt.`,
  }),
  projectSettingsChanged: (details) => ({
    subject: `Einstellungen eines Projekts bei ${details.project} haben sich geändert`,
    sentence: `${named(details, details.isOwner ? 'Ein Inhaber' : 'Ein Programm mit dem Schlüssel des Projekts')} hat am ${details.changedAt} im Projekt „${details.ownedProject}“ ${list.format(details.fields.map((field) => settings[field] ?? field))} geändert. Mit diesen Einstellungen kann jemand die Anmeldecodes Ihrer Benutzer erhalten oder sich als diese anmelden. Wenn Sie diese Änderung nicht erwartet haben, prüfen Sie die Einstellungen des Projekts, machen Sie die Änderung rückgängig und entfernen Sie den Inhaber oder die Schlüssel, von denen sie stammt.`,
    reason:
      'Sie erhalten diese E-Mail, weil Sie Inhaber des Projekts sind. Die Namen in Anführungszeichen haben Benutzer gewählt.',
  }),
  passwordHashesExported: (details) => ({
    subject: `Passwort-Hashes eines Projekts bei ${details.project} wurden exportiert`,
    sentence: `${named(details, details.isOwner ? 'Ein Inhaber' : 'Ein Programm mit dem Schlüssel des Projekts')} hat am ${details.changedAt} alle Benutzer des Projekts „${details.ownedProject}“ mit ihren Passwort-Hashes und den Geheimnissen ihrer Authenticator-Apps exportiert. Mit dieser Datei kann jemand die Passwörter Ihrer Benutzer erraten und sich als diese anmelden. Wenn Sie diesen Export nicht erwartet haben, entfernen Sie den Inhaber oder die Schlüssel, von denen er stammt, und bitten Sie Ihre Benutzer, neue Passwörter festzulegen und ihre Authenticator-Apps neu einzurichten.`,
    reason:
      'Sie erhalten diese E-Mail, weil Sie Inhaber des Projekts sind. Die Namen in Anführungszeichen haben Benutzer gewählt.',
  }),
  webhookEndpointDisabled: ({ cause, changedAt, endpointHost, ownedProject, project }) => ({
    subject: `Ein Webhook-Endpunkt eines Projekts bei ${project} wurde deaktiviert`,
    sentence: `Am ${changedAt} wurde der Webhook-Endpunkt „${endpointHost}“ des Projekts „${ownedProject}“ deaktiviert, weil ${cause === 'gone' ? 'er mit 410 geantwortet hat' : 'fünf Tage lang alle Zustellungen fehlgeschlagen sind'}. Ereignisse seit diesem Zeitpunkt bleiben 30 Tage lang gespeichert. Aktivieren Sie den Endpunkt im Dashboard, das Ihnen anbietet, sie zuzustellen.`,
    reason:
      'Sie erhalten diese E-Mail, weil Sie Inhaber des Projekts sind. Die Namen in Anführungszeichen haben Benutzer gewählt.',
  }),
  failedEmailsDigest: (details) => ({
    subject: `E-Mails eines Projekts bei ${details.project} konnten nicht zugestellt werden`,
    sentence: failedMails(details),
    reason:
      'Sie erhalten diese E-Mail, weil Sie Inhaber des Projekts sind. Die Texte in Anführungszeichen haben Benutzer gewählt.',
  }),
  test: ({ project }) => ({
    subject: `Test-E-Mail von ${project}`,
    sentence: `Der Mailserver von ${project} funktioniert.`,
    reason: `Ein Administrator von ${project} hat diese Test-E-Mail gesendet. Sie können sie ignorieren.`,
  }),
}
