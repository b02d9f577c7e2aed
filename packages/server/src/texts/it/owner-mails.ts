import type { StaffRole } from '@portico/contract'

import type { Person } from '../en/mail-frame.ts'
import { isAboutRole, type OwnerMailTexts } from '../en/owner-mails.ts'

type OwnerChanged = Parameters<OwnerMailTexts['ownerChanged']>[0]
type FailedEmailsDigest = Parameters<OwnerMailTexts['failedEmailsDigest']>[0]

function failedMails({ count, from, isMore, ownedProject, until, mails }: FailedEmailsDigest): string {
  const number =
    count === 1 && !isMore
      ? `Non è stato possibile recapitare un’email del progetto “${ownedProject}”`
      : `Non è stato possibile recapitare ${isMore ? `più di ${count}` : count} email del progetto “${ownedProject}”`
  const lines = mails.map(
    ({ recipient, subject }, index) =>
      `${index + 1}. ${subject === '' ? '(senza oggetto)' : `“${subject}”`} a ${recipient}`,
  )
  return [
    `${number} nel periodo ${from} – ${until}.`,
    [...(isMore || count > lines.length ? [`Ecco le ultime ${lines.length}:`] : []), ...lines].join('\n'),
    'L’elenco delle email inviate nella dashboard mostra perché ogni email non è stata recapitata e propone di inviarla di nuovo quando può essere utile.',
  ].join('\n\n')
}

const roles: Readonly<Record<StaffRole, string>> = {
  owner: 'Proprietario',
  admin: 'Amministrazione',
  developer: 'Sviluppo',
  support: 'Assistenza',
  viewer: 'Sola lettura',
}

function invitation({
  isTransfer,
  ownedProject,
  personAddress,
  personName,
  project,
  role,
}: Parameters<OwnerMailTexts['ownerInvitation']>[0]): string {
  const inviter = personAddress || (personName === '' ? '' : `“${personName}”`)
  const invited = inviter === '' ? 'Hai ricevuto un invito' : `Hai ricevuto un invito da ${inviter}`
  if (role !== 'owner')
    return `${invited} a partecipare al progetto “${ownedProject}” su ${project}. Il tuo ruolo: ${roles[role]}.`
  const leaves = isTransfer ? ' Quando accetti, la persona che ti ha invitato smette di essere proprietaria.' : ''
  return `${invited} a diventare proprietario del progetto “${ownedProject}” su ${project}.${leaves}`
}

function ownerChange({ change, changedAt, isRecipient, ownedProject, role, ...person }: OwnerChanged): string {
  if (change === 'left') return `Il tuo accesso al progetto “${ownedProject}” è terminato in data ${changedAt}.`
  if (change === 'role_changed')
    return `Il tuo ruolo nel progetto “${ownedProject}” è cambiato in data ${changedAt}. Nuovo ruolo: ${roles[role]}.`
  if (change === 'joined') {
    return `${named(person, 'Un utente')} ha ottenuto l’accesso al progetto “${ownedProject}” in data ${changedAt}. Ruolo: ${roles[role]}.`
  }
  const ofProject = `proprietario del progetto “${ownedProject}” in data ${changedAt}.`
  if (isRecipient) {
    return change === 'added' ? `Hai assunto il ruolo di ${ofProject}` : `Hai perso il ruolo di ${ofProject}`
  }
  return `${named(person, 'Un utente')} ${change === 'added' ? 'ha assunto' : 'ha perso'} il ruolo di ${ofProject}`
}

function adviceFor({ change, isRecipient }: OwnerChanged): string {
  if (change === 'added') {
    return ' I proprietari hanno accesso a tutto ciò che è nel progetto. Se non ti aspettavi questa modifica, rimuovi il proprietario nelle impostazioni del progetto.'
  }
  return isRecipient && change === 'removed'
    ? ' Se non ti aspettavi questa modifica, contatta un altro proprietario.'
    : ''
}

function named({ personAddress, personName }: Person, unnamed: string): string {
  return `${personName === '' ? unnamed : `“${personName}”`}${personAddress === '' ? '' : ` (${personAddress})`}`
}

const list = new Intl.ListFormat('it-IT')

const settings: Readonly<Record<string, string>> = {
  'config.email_config': 'il server di posta',
  'config.domains': 'i domini attendibili',
  'config.allow_localhost': 'l’attendibilità di localhost',
  'config.native_app_redirects_enabled': 'i reindirizzamenti alle app native',
  'config.oauth_providers': 'i provider di accesso',
  'config.oidc_providers': 'gli emittenti OpenID Connect',
  'config.old_system': 'il sistema precedente del progetto',
  'config.recent_sign_in_required': 'l’obbligo di un accesso recente',
  'config.support_can_impersonate': 'l’accesso dell’assistenza come utente',
  is_production_mode: 'la modalità di produzione',
  email_templates: 'i modelli di email',
  partner_access: 'l’accesso di un partner',
  team_connections: 'gli emittenti OpenID Connect dei team',
  webhooks: 'gli endpoint webhook',
}

export const ownerMails: OwnerMailTexts = {
  ownerInvitation: (details) => ({
    subject: `Hai ricevuto un invito ad amministrare un progetto su ${details.project}`,
    sentence: invitation(details),
    action: 'Vedi invito',
    lifetime: `L’invito scade in data ${details.expiresAt}. Ottieni l’accesso solo dopo aver confermato.`,
    reason: `Hai ricevuto questa email perché qualcuno ha invitato questo indirizzo a un progetto su ${details.project}. I nomi tra virgolette sono stati scelti da utenti. Se non ti aspetti l’invito, puoi ignorare questa email.`,
  }),
  ownerChanged: (details) => ({
    subject: `I ruoli in un progetto su ${details.project} sono cambiati`,
    sentence: `${ownerChange(details)}${adviceFor(details)}`,
    reason: isAboutRole(details)
      ? 'Hai ricevuto questa email perché riguarda il tuo ruolo nel progetto. I nomi tra virgolette sono stati scelti da utenti.'
      : `Hai ricevuto questa email perché ${details.isRecipient && details.change === 'removed' ? 'eri' : 'sei'} proprietario del progetto. I nomi tra virgolette sono stati scelti da utenti.`,
  }),
  projectSettingsChanged: (details) => ({
    subject: `Le impostazioni di un progetto su ${details.project} sono cambiate`,
    sentence: `${named(details, details.isOwner ? 'Un proprietario' : 'Un programma con la chiave del progetto')} ha modificato ${list.format(details.fields.map((field) => settings[field] ?? field))} del progetto “${details.ownedProject}” in data ${details.changedAt}. Con queste impostazioni, una persona può ottenere i codici di accesso dei tuoi utenti o accedere al loro posto. Se non ti aspettavi questa modifica, controlla le impostazioni del progetto, annulla la modifica e rimuovi il proprietario o le chiavi da cui proviene.`,
    reason:
      'Hai ricevuto questa email perché sei proprietario del progetto. I nomi tra virgolette sono stati scelti da utenti.',
  }),
  passwordHashesExported: (details) => ({
    subject: `Gli hash delle password di un progetto su ${details.project} sono stati esportati`,
    sentence: `${named(details, details.isOwner ? 'Un proprietario' : 'Un programma con la chiave del progetto')} ha esportato tutti gli utenti del progetto “${details.ownedProject}” con gli hash delle loro password e i segreti delle loro app di autenticazione in data ${details.changedAt}. Con questo file, una persona può indovinare le password dei tuoi utenti e accedere al loro posto. Se non ti aspettavi questa esportazione, rimuovi il proprietario o le chiavi da cui proviene e chiedi ai tuoi utenti di impostare nuove password e di configurare di nuovo la loro app di autenticazione.`,
    reason:
      'Hai ricevuto questa email perché sei proprietario del progetto. I nomi tra virgolette sono stati scelti da utenti.',
  }),
  webhookEndpointDisabled: ({ cause, changedAt, endpointHost, ownedProject, project }) => ({
    subject: `Un endpoint webhook di un progetto su ${project} è stato disattivato`,
    sentence: `In data ${changedAt} l’endpoint webhook “${endpointHost}” del progetto “${ownedProject}” è stato disattivato perché ${cause === 'gone' ? 'ha risposto 410' : 'tutte le consegne di cinque giorni non sono riuscite'}. Gli eventi successivi vengono conservati per 30 giorni. Riattiva l’endpoint nella dashboard, che ti propone di consegnarli.`,
    reason:
      'Hai ricevuto questa email perché sei proprietario del progetto. I nomi tra virgolette sono stati scelti da utenti.',
  }),
  failedEmailsDigest: (details) => ({
    subject: `Non è stato possibile recapitare alcune email di un progetto su ${details.project}`,
    sentence: failedMails(details),
    reason:
      'Hai ricevuto questa email perché sei proprietario del progetto. I testi tra virgolette sono stati scelti da utenti.',
  }),
  test: ({ project }) => ({
    subject: `Email di prova da ${project}`,
    sentence: `Il server di posta di ${project} funziona.`,
    reason: `Un amministratore di ${project} ha inviato questa email di prova. Puoi ignorarla.`,
  }),
}
