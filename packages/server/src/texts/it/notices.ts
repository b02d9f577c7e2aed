import { pluralsOf } from '@portico/ui/language/plural'

import { isMadeByOthers, type AccountChange, type AddressChange, type NoticeTexts } from '../en/notices.ts'

const plural = pluralsOf('it')

type LeakedKey = Parameters<NoticeTexts['apiKeyLeaked']>[0]

const partNames: Readonly<Record<AccountChange['removed'][number], string>> = {
  password: 'la password',
  passkey: 'tutte le passkey',
  authenticator_app: 'l’app di autenticazione',
  api_keys: 'tutte le chiavi API',
}

const recordNames: Readonly<Record<AccountChange['undone'][number], string>> = {
  owned_projects: 'la proprietà di tutti i progetti',
  teams_left: 'l’appartenenza a team con altri membri',
  team_members: 'i membri dei team che l’account aveva invitato',
  team_invitations: 'gli inviti ai team in sospeso',
  team_api_keys: 'le chiavi API dei team',
  teams: 'il nome, l’immagine e le impostazioni dei team senza altri membri',
  profile: 'il nome, l’immagine e le impostazioni del profilo',
}

const addressChangeNames: Readonly<Record<AddressChange, string>> = {
  replaces_address: 'sostituisce un altro indirizzo dell’account',
  primary: 'ora è l’indirizzo principale',
  not_primary: 'non è più l’indirizzo principale',
  used_for_sign_in: 'potrà essere usato per accedere dopo la verifica',
  not_used_for_sign_in: 'non è più usato per accedere',
}

const apiKey = ({ apiKeyName }: AccountChange): string =>
  apiKeyName === '' ? 'Una chiave API' : `La chiave API “${apiKeyName}”`

const passkey = ({ passkeyName }: AccountChange): string =>
  passkeyName === '' ? 'Una passkey' : `La passkey “${passkeyName}”`

function accessRemoved(details: AccountChange): string {
  const { address, changedAt, disconnected, disconnectedCount, removed, undone } = details
  const accounts = plural(disconnectedCount, {
    one: 'l’account collegato',
    many: 'gli account collegati',
    other: 'gli account collegati',
  })
  const parts = [
    ...removed.map((part) => partNames[part]),
    ...(disconnectedCount === 0 ? [] : [`${accounts} di ${disconnected}`]),
    ...undone.map((record) => recordNames[record]),
  ].join(', ')
  const verified = address === '' ? 'Questo indirizzo email' : `L’indirizzo email ${address} del tuo account`
  const reconnect = disconnectedCount === 0 ? '' : ` e collegare di nuovo ${disconnected} da lì`
  return `${verified} è stato verificato per la prima volta in data ${changedAt}. In precedenza, qualcun altro potrebbe aver aggiunto metodi di accesso o chiavi API, quindi è stato rimosso quanto segue: ${parts}. Puoi configurare di nuovo questi elementi nelle impostazioni dell’account${reconnect}.`
}

const sentences: Readonly<Record<AccountChange['change'], (details: AccountChange) => string>> = {
  authenticator_app_added: ({ changedAt }) =>
    `Un’app di autenticazione è stata aggiunta al tuo account in data ${changedAt}. Ora per accedere serve un codice di questa app.`,
  authenticator_app_replaced: ({ changedAt }) =>
    `L’app di autenticazione del tuo account è stata sostituita in data ${changedAt}.`,
  authenticator_app_removed: ({ changedAt }) =>
    `L’app di autenticazione del tuo account è stata rimossa in data ${changedAt}. Per accedere non serve più un codice dell’app.`,
  authenticator_app_reset: ({ changedAt }) =>
    `Il secondo fattore del tuo account è stato rimosso in data ${changedAt}, come annunciato da un amministratore. Per accedere non serve più.`,
  authenticator_app_reset_cancelled: ({ changedAt }) =>
    `La rimozione annunciata del secondo fattore del tuo account è stata annullata in data ${changedAt}. Per accedere serve ancora.`,
  recovery_codes_created: ({ changedAt }) =>
    `In data ${changedAt} sono stati creati nuovi codici di recupero per il tuo account. Ognuno sostituisce una volta un codice della tua app di autenticazione. I codici di recupero precedenti non funzionano più.`,
  recovery_code_used: ({ changedAt, unusedCodes }) =>
    `In data ${changedAt} è stato usato un codice di recupero del tuo account al posto di un codice della tua app di autenticazione. Codici di recupero non usati: ${unusedCodes}.`,
  passkey_added: (details) =>
    `${passkey(details)} è stata aggiunta al tuo account in data ${details.changedAt}. Può essere usata per accedere.`,
  passkey_removed: (details) =>
    `${passkey(details)} è stata rimossa dal tuo account in data ${details.changedAt}. Non può più essere usata per accedere.`,
  api_key_created: (details) =>
    `${apiKey(details)} è stata creata per il tuo account in data ${details.changedAt}. I programmi che hanno la chiave possono agire a tuo nome.`,
  provider_account_connected: ({ changedAt, providerName }) =>
    `Un account ${providerName} è stato collegato al tuo account in data ${changedAt}. Può essere usato per accedere.`,
  provider_account_disconnected: ({ changedAt, providerName }) =>
    `L’account ${providerName} collegato è stato scollegato dal tuo account in data ${changedAt}. Non può più essere usato per accedere.`,
  unproved_access_removed: accessRemoved,
  address_disowned: ({ address, changedAt }) =>
    `L’indirizzo email ${address} è stato rimosso dal tuo account in data ${changedAt}. La persona a cui appartiene quella casella di posta ha segnalato che l’account è di un’altra persona.`,
  address_added: ({ address, changedAt }) =>
    `L’indirizzo email ${address} è stato aggiunto al tuo account in data ${changedAt}.`,
  address_updated: (details) =>
    `L’indirizzo email ${details.address} del tuo account è stato modificato in data ${details.changedAt}: ${details.addressChanges.map((change) => addressChangeNames[change]).join(', ')}.`,
  address_removed: ({ address, changedAt }) =>
    `L’indirizzo email ${address} è stato rimosso dal tuo account in data ${changedAt}.`,
}

function subjectOfChange({ change, project }: AccountChange): string {
  if (change === 'api_key_created') return `È stata creata una chiave API del tuo account su ${project}`
  if (change === 'recovery_code_used') return `È stato usato un codice di recupero del tuo account su ${project}`
  return change.startsWith('address_')
    ? `Gli indirizzi email del tuo account su ${project} sono stati modificati`
    : `Il modo in cui accedi a ${project} è stato modificato`
}

function ownerOfKey({ ownerType, project, team }: LeakedKey): string {
  const owner = ownerType === 'user' ? 'del tuo account' : team === '' ? 'del team' : `del team “${team}”`
  return `${owner} su ${project}`
}

export const notices: NoticeTexts = {
  passwordChanged: ({ changedAt, project }) => ({
    subject: `La tua password per ${project} è stata modificata`,
    sentence: `La password del tuo account è stata modificata in data ${changedAt}. Se hai fatto tu questa modifica, puoi ignorare questa email.`,
    reason: `Se non hai fatto tu questa modifica, vai su ${project}, scegli “Password dimenticata?” nella pagina di accesso e imposta una nuova password. In questo modo tutte le sessioni vengono terminate. Hai ricevuto questa email perché questo è l’indirizzo dell’account.`,
  }),
  emailChanged: ({ changedAt, project }) => ({
    subject: `Il tuo indirizzo email per ${project} è stato modificato`,
    sentence: `Questo indirizzo è stato rimosso dal tuo account in data ${changedAt}. Se hai fatto tu questa modifica, puoi ignorare questa email.`,
    reason: `Se non hai fatto tu questa modifica, contatta immediatamente l’assistenza di ${project}, che può vedere chi l’ha fatta. Hai ricevuto questa email perché questo era l’indirizzo dell’account.`,
  }),
  addressAdded: ({ changedAt, project }) => ({
    subject: `Il tuo indirizzo email è stato aggiunto a un account su ${project}`,
    sentence: `Questo indirizzo è stato aggiunto a un account su ${project} in data ${changedAt}. L’account non può usarlo per accedere finché non lo verifichi.`,
    reason: `Hai ricevuto questa email perché qualcuno ha inserito questo indirizzo nelle impostazioni del proprio account su ${project}. Se non eri tu, puoi ignorare questa email. In questo caso, non aprire alcun link di verifica per questo indirizzo.`,
  }),
  signInMethodChanged: (details) => ({
    subject: subjectOfChange(details),
    sentence: `${sentences[details.change](details)}${isMadeByOthers(details.change) ? '' : ' Se hai fatto tu questa modifica, puoi ignorare questa email.'}`,
    reason: `Se non hai fatto tu questa modifica, vai su ${details.project}, annullala nelle impostazioni dell’account e termina le sessioni che non riconosci. Se non riesci più ad accedere, contatta l’assistenza di ${details.project}. Hai ricevuto questa email perché questo è l’indirizzo dell’account.`,
  }),
  newDevice: ({ device, expiresAt, hasLink, place, project, signedInAt }) => ({
    subject: `Accesso a ${project} da un nuovo dispositivo`,
    sentence: `In data ${signedInAt} è stato effettuato l’accesso con il tuo account da un dispositivo da cui non avevi mai effettuato l’accesso.${device && ` Dispositivo: ${device}.`}${place && ` Luogo: ${place}.`} Se sei stato tu, puoi ignorare questa email.`,
    action: 'Non ero io',
    lifetime: `Il link scade in data ${expiresAt}.`,
    reason: hasLink
      ? 'Se non sei stato tu, scegli “Non ero io”. In questo modo la sessione viene terminata e, se il tuo account può avere una password, ricevi un’email per sceglierne una nuova. Hai ricevuto questa email perché questo è l’indirizzo dell’account.'
      : `Se non sei stato tu, vai su ${project}, termina nelle impostazioni del tuo account la sessione che non riconosci e cambia il modo in cui accedi. Se hai una password, scegli “Password dimenticata?” nella pagina di accesso e impostane una nuova. In questo modo tutte le sessioni vengono terminate. Hai ricevuto questa email perché questo è l’indirizzo dell’account.`,
  }),
  factorResetStarted: ({ project, takesEffectAt }) => ({
    subject: `Il tuo secondo fattore su ${project} verrà rimosso`,
    sentence: `Un amministratore di ${project} ha annunciato che il secondo fattore del tuo account (app di autenticazione, codici di recupero, passkey) verrà rimosso in data ${takesEffectAt}. Dopo, per accedere non servirà più.`,
    action: 'Annulla la rimozione',
    lifetime: `Puoi annullarla fino a questa data: ${takesEffectAt}.`,
    reason:
      'Se lo hai chiesto tu perché hai perso il tuo secondo fattore, puoi ignorare questa email. Altrimenti annulla subito la rimozione. Hai ricevuto questa email perché questo è un indirizzo verificato dell’account.',
  }),
  secondFactorDue: ({ project, dueAt }) => ({
    subject: `Configura un secondo fattore per il tuo account su ${project}`,
    sentence: `A partire da questa data, ${dueAt}, il tuo account su ${project} richiederà un secondo fattore (un’app di autenticazione o una passkey). Configuralo prima nelle impostazioni dell’account. Dopo, potrai usare il tuo account solo quando lo avrai configurato.`,
    reason: `Hai ricevuto questa email perché qualcuno ha effettuato l’accesso al tuo account su ${project}. Se non sei stato tu, cambia la password.`,
  }),
  signUpApproved: ({ project }) => ({
    subject: `La tua registrazione a ${project} è stata approvata`,
    sentence: `La tua registrazione a ${project} è stata approvata. Ora puoi usare il tuo account.`,
    action: 'Accedi',
    reason: `Hai ricevuto questa email perché qualcuno si è registrato a ${project} con questo indirizzo. Se non sei stato tu, puoi ignorare questa email.`,
  }),
  signUpRefused: ({ project }) => ({
    subject: `La tua registrazione a ${project} è stata rifiutata`,
    sentence: `La tua registrazione a ${project} è stata rifiutata e il tuo account è stato eliminato.`,
    reason: `Hai ricevuto questa email perché qualcuno si è registrato a ${project} con questo indirizzo. Se non sei stato tu, puoi ignorare questa email.`,
  }),
  apiKeyLeaked: (details) => ({
    subject: `Una chiave API per ${details.project} è stata trovata in un luogo pubblico e revocata`,
    sentence: `Una chiave API ${ownerOfKey(details)} è stata trovata in un luogo pubblico${details.description === '' ? '' : `: “${details.description}”`}. È stata revocata in data ${details.revokedAt}. I programmi che usano la chiave non hanno più accesso. Crea per loro una nuova chiave e rimuovi la vecchia dal luogo in cui è stata pubblicata. Controlla che cosa è stato fatto con la chiave prima della revoca.`,
    reason: `Hai ricevuto questa email perché ${details.ownerType === 'team' ? 'puoi gestire le chiavi API del team' : 'questo è l’indirizzo dell’account'}. I nomi tra virgolette sono stati scelti da utenti di ${details.project}.`,
  }),
}
