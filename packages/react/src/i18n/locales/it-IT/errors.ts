import type { LocaleErrors } from '../error-texts.ts'

/** The article of a date depends on its day: "il 3", "l’8", "l’11". */
const hasVowel = (date: string): boolean => /^(8|11)\b/.test(date)

function sentenceOfKey(
  name: string,
  details: { project_id: string; expired_at_millis?: number; revoked_at_millis?: number },
): string {
  const onDay = (millis: number): string => {
    const date = new Date(millis).toLocaleDateString('it-IT', { dateStyle: 'long', timeZone: 'UTC' })
    return hasVowel(date) ? `l’${date}` : `il ${date}`
  }
  const ofProject = `La ${name} del progetto “${details.project_id}”`
  if (details.revoked_at_millis !== undefined) {
    return `${ofProject} è stata revocata ${onDay(details.revoked_at_millis)}. Usane un’altra.`
  }
  if (details.expired_at_millis !== undefined) {
    return `${ofProject} è scaduta ${onDay(details.expired_at_millis)}. Creane una nuova.`
  }
  return `La ${name} non è valida per il progetto “${details.project_id}”. Controlla la chiave e l’ID del progetto.`
}

function untilMoment(millis: number): string {
  const date = new Date(millis).toLocaleString('it-IT', { dateStyle: 'long', timeStyle: 'short' })
  return hasVowel(date) ? `fino all’${date}` : `fino al ${date}`
}

export const errors: LocaleErrors = {
  // General
  UNSUPPORTED_ERROR: ({ originalErrorCode }) =>
    `Il servizio ha risposto con l’errore ${originalErrorCode}, che questa versione non conosce. Aggiorna la tua versione dell’SDK.`,

  // Project authentication
  PROJECT_KEY_WITHOUT_ACCESS_TYPE:
    'La richiesta contiene una chiave del progetto ma non l’intestazione X-Stack-Access-Type. Invia client, server o admin insieme alla chiave.',
  INVALID_ACCESS_TYPE: ({ accessType }) => `X-Stack-Access-Type è “${accessType}”. Deve essere client, server o admin.`,
  ACCESS_TYPE_WITHOUT_PROJECT_ID: ({ request_type }) =>
    `Una richiesta con tipo di accesso ${request_type} deve indicare il suo progetto nell’intestazione X-Stack-Project-Id.`,
  ACCESS_TYPE_REQUIRED:
    'Questo endpoint richiede l’intestazione X-Stack-Access-Type insieme alla chiave del progetto corrispondente.',
  INSUFFICIENT_ACCESS_TYPE: ({ actual_access_type, allowed_access_types }) =>
    `Questo endpoint non è disponibile per il tipo di accesso ${actual_access_type}. È disponibile per: ${allowed_access_types.join(', ')}.`,
  INVALID_PUBLISHABLE_CLIENT_KEY: (details) => sentenceOfKey('chiave client pubblicabile', details),
  INVALID_SECRET_SERVER_KEY: (details) => sentenceOfKey('chiave server segreta', details),
  INVALID_SUPER_SECRET_ADMIN_KEY: (details) => sentenceOfKey('chiave amministratore supersegreta', details),
  UNPARSABLE_ADMIN_ACCESS_TOKEN: 'Impossibile leggere il token di accesso amministratore.',
  ADMIN_ACCESS_TOKEN_EXPIRED: 'Il token di accesso amministratore è scaduto. Rinnovalo e riprova.',
  INVALID_PROJECT_FOR_ADMIN_ACCESS_TOKEN: 'Il progetto di questo token di accesso amministratore non esiste più.',
  ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN:
    'L’utente di questo token di accesso amministratore non è proprietario del progetto.',
  CLIENT_AUTHENTICATION_REQUIRED:
    'Manca la chiave client pubblicabile. Inviala nell’intestazione X-Stack-Publishable-Client-Key.',
  SERVER_AUTHENTICATION_REQUIRED:
    'Manca la chiave server segreta. Inviala nell’intestazione X-Stack-Secret-Server-Key.',
  CLIENT_OR_SERVER_AUTHENTICATION_REQUIRED:
    'La richiesta deve contenere una chiave client pubblicabile o una chiave server segreta.',
  CLIENT_OR_ADMIN_AUTHENTICATION_REQUIRED:
    'La richiesta deve contenere una chiave client pubblicabile o una chiave amministratore supersegreta.',
  CLIENT_OR_SERVER_OR_ADMIN_AUTHENTICATION_REQUIRED:
    'La richiesta deve contenere una chiave client pubblicabile, una chiave server segreta o una chiave amministratore supersegreta.',
  ADMIN_AUTHENTICATION_REQUIRED:
    'Manca la chiave amministratore supersegreta. Inviala nell’intestazione X-Stack-Super-Secret-Admin-Key.',
  EXPECTED_INTERNAL_PROJECT: 'Questo endpoint esiste solo nel progetto “internal”.',

  // Session and tokens
  UNPARSABLE_ACCESS_TOKEN: 'Impossibile leggere il token di accesso.',
  ACCESS_TOKEN_EXPIRED: 'Il token di accesso è scaduto. Rinnovalo e riprova.',
  INVALID_PROJECT_FOR_ACCESS_TOKEN: ({ expected_project_id, actual_project_id }) =>
    `Il token di accesso appartiene al progetto “${actual_project_id}”, ma la richiesta indica il progetto “${expected_project_id}”.`,
  REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED: 'La sessione non esiste o è terminata. Accedi di nuovo.',
  CANNOT_DELETE_CURRENT_SESSION: 'La sessione attuale non può essere eliminata. Per terminarla, esci.',
  PROVIDER_REJECTED: 'Il provider di accesso ha terminato la propria sessione. Accedi di nuovo.',
  USER_AUTHENTICATION_REQUIRED: 'Per questa operazione devi eseguire l’accesso.',
  RECENT_SIGN_IN_REQUIRED: ({ max_age_millis }) =>
    `Per questa modifica, accedi di nuovo. Il tuo ultimo accesso risale a più di ${Math.round(max_age_millis / 60_000)} minuti fa.`,
  STAFF_PERMISSION_REQUIRED: ({ right, role }) =>
    `Il tuo ruolo in questo progetto (${role}) non lo consente: manca il diritto ${right}. Rivolgiti a un proprietario del progetto.`,
  CANNOT_GET_OWN_USER_WITHOUT_USER:
    'La richiesta indica “me”, ma nessun utente ha eseguito l’accesso. Invia il token di accesso di un utente.',

  // Users, projects, sign-up, passwords, e-mail
  RESTRICTED_USER_NOT_ALLOWED: ({ restricted_reason: { type, reason, until_millis: until } }) =>
    type === 'second_factor_required'
      ? 'Configura un secondo fattore per usare il tuo account.'
      : type === 'waiting'
        ? 'La tua registrazione è in attesa di approvazione.'
        : type === 'email_not_verified'
          ? 'Verifica il tuo indirizzo email per usare il tuo account.'
          : `Il tuo account è sospeso${until ? ` ${untilMoment(until)}` : ''}.${reason ? ` Motivo: ${reason}` : ''}`,
  EMAIL_NOT_VERIFIED:
    'L’indirizzo email deve prima essere verificato. Richiedi un’email di verifica e apri il link che contiene nel browser in cui hai eseguito l’accesso.',
  USER_ID_DOES_NOT_EXIST: ({ user_id }) => `Non esiste alcun utente con l’ID “${user_id}”.`,
  USER_NOT_FOUND: 'Utente non trovato.',
  PROJECT_NOT_FOUND: ({ project_id }) => `Progetto “${project_id}” non trovato.`,
  EMAIL_TEMPLATE_VERSION_CONFLICT: () =>
    'Il modello è stato modificato dopo che lo hai letto. Non è stato salvato nulla. Leggi di nuovo il modello.',
  REQUIRES_CUSTOM_EMAIL_SERVER:
    'Il progetto invia le email tramite il server condiviso, che non invia email scritte da un progetto. Configura prima un server di posta del progetto.',
  PROJECT_VERSION_CONFLICT: ({ conflicts }) =>
    `Queste impostazioni del progetto sono state modificate dopo che le hai lette: ${conflicts.map(({ path }) => path).join(', ')}. Non è stato salvato nulla. Leggi di nuovo il progetto.`,
  BRANCH_DOES_NOT_EXIST: ({ branch_id }) => `Il ramo “${branch_id}” non esiste. L’unico ramo è “main”.`,
  SIGN_UP_REJECTED:
    'La registrazione è stata rifiutata. Prova con un altro indirizzo email o un altro modo per registrarti, oppure contatta l’assistenza di questa applicazione.',
  BOT_CHALLENGE_REQUIRED: 'Conferma di non essere un robot.',
  BOT_CHALLENGE_FAILED: 'Non è stato possibile confermare che non sei un robot. Riprova tra un momento.',
  PASSKEY_AUTHENTICATION_NOT_ENABLED: 'L’accesso con passkey non è abilitato per questo progetto.',
  ANONYMOUS_ACCOUNTS_NOT_ENABLED: 'Gli utenti anonimi non sono abilitati per questo progetto.',
  REDIRECT_URL_NOT_WHITELISTED:
    'L’URL di reindirizzamento non è nell’elenco dei domini attendibili. Aggiungi il suo dominio nelle impostazioni del progetto o consenti localhost.',
  USER_DOES_NOT_HAVE_PASSWORD: 'Questo utente non ha una password.',
  PASSWORD_CONFIRMATION_MISMATCH: 'Le password non corrispondono.',
  EMAIL_ALREADY_VERIFIED: 'L’indirizzo email è già verificato.',
  EMAIL_NOT_ASSOCIATED_WITH_USER: 'L’indirizzo email non appartiene a un utente che possa usarlo per accedere.',
  EMAIL_IS_NOT_PRIMARY_EMAIL: ({ email }) => `${email} non è l’indirizzo email principale dell’utente.`,

  // Verification codes
  VERIFICATION_CODE_NOT_FOUND: 'Questo codice non esiste. Controllalo o richiedine uno nuovo.',
  VERIFICATION_CODE_EXPIRED: 'Questo codice è scaduto. Richiedine uno nuovo.',
  VERIFICATION_CODE_ALREADY_USED: 'Questo codice è già stato usato.',
  VERIFICATION_CODE_MAX_ATTEMPTS_REACHED: 'Questo codice è stato provato troppe volte. Richiedine uno nuovo.',

  // Passkey, second factor, CLI
  PASSKEY_REGISTRATION_FAILED: 'Impossibile aggiungere la passkey.',
  PASSKEY_WEBAUTHN_ERROR: 'Impossibile usare la passkey.',
  PASSKEY_AUTHENTICATION_FAILED: 'La passkey non è stata accettata.',
  MULTI_FACTOR_AUTHENTICATION_REQUIRED: 'Per accedere è necessario un secondo fattore.',
  INVALID_RECOVERY_CODE: 'Il codice di recupero è errato o è già stato usato. Usane un altro.',
  MULTI_FACTOR_AUTHENTICATION_NOT_ENABLED: 'Non c’è nessuna app di autenticazione. Configurane prima una.',
  INVALID_POLLING_CODE: 'Il codice di polling non esiste.',
  CLI_AUTH_ERROR: 'L’accesso dalla riga di comando non è riuscito.',
  CLI_AUTH_EXPIRED_ERROR: 'La richiesta di accesso dalla riga di comando è scaduta. Riprova.',
  CLI_AUTH_USED_ERROR: 'Questo token di accesso è già stato usato.',

  // OAuth
  OAUTH_CONNECTION_NOT_CONNECTED_TO_USER: 'L’utente non ha collegato alcun account di questo provider.',
  OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER: 'Questo account del provider è già collegato a un altro utente.',
  OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE: 'L’account collegato non concede l’ambito richiesto.',
  OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS:
    'Gli ambiti aggiuntivi richiedono chiavi OAuth proprie. Le chiavi condivise non li consentono.',
  OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS:
    'I token di accesso di un provider richiedono chiavi OAuth proprie. Le chiavi condivise non li consentono.',
  INVALID_OAUTH_CLIENT_ID_OR_SECRET:
    'L’ID client o il segreto OAuth non è valido. L’ID client è l’ID del progetto, il segreto è una chiave client pubblicabile.',
  INVALID_SCOPE: ({ scope }) => `L’ambito “${scope}” non è valido. L’unico ambito è “legacy”.`,
  USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION: 'Hai già collegato un altro account di questo provider.',
  OUTER_OAUTH_TIMEOUT: 'L’accesso tramite il provider ha richiesto troppo tempo. Accedi di nuovo.',
  OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED: 'Questo provider non è abilitato per il progetto.',
  INVALID_SHARED_OAUTH_PROVIDER_ID: ({ provider_id }) =>
    `Non ci sono chiavi condivise per il provider “${provider_id}”.`,
  INVALID_STANDARD_OAUTH_PROVIDER_ID: ({ provider_id }) => `Il provider “${provider_id}” non esiste.`,
  INVALID_AUTHORIZATION_CODE: 'Il codice di autorizzazione non è valido o è scaduto.',
  OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE: 'Al momento il provider non risponde. Riprova più tardi.',
  OAUTH_PROVIDER_ACCESS_DENIED: 'L’accesso è stato rifiutato presso il provider.',
  CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE:
    'Un altro account accede già con questo indirizzo email. Per usare un provider, accedi prima a quell’account con la sua password o con un link via email. Poi collega il provider nelle impostazioni dell’account.',

  // Permissions, teams, templates, API keys
  PERMISSION_NOT_FOUND: ({ permission_id }) => `Autorizzazione “${permission_id}” non trovata.`,
  WRONG_PERMISSION_SCOPE: ({ permission_id, expected_scope }) =>
    `“${permission_id}” non è un’autorizzazione ${expected_scope === 'team' ? 'del team' : 'del progetto'}.`,
  CONTAINED_PERMISSION_NOT_FOUND: ({ permission_id }) =>
    `L’autorizzazione “${permission_id}” non può essere inclusa perché non esiste.`,
  PERMISSION_ID_ALREADY_EXISTS: ({ permission_id }) => `L’ID autorizzazione “${permission_id}” è già in uso.`,
  PROJECT_PERMISSION_REQUIRED: ({ user_id, permission_id }) =>
    `L’utente ${user_id} ha bisogno dell’autorizzazione del progetto “${permission_id}”.`,
  TEAM_PERMISSION_REQUIRED: ({ team_id, user_id, permission_id }) =>
    `L’utente ${user_id} ha bisogno dell’autorizzazione “${permission_id}” nel team ${team_id}.`,
  TEAM_PERMISSION_NOT_FOUND: ({ team_id, user_id, permission_id }) =>
    `L’utente ${user_id} non ha l’autorizzazione “${permission_id}” nel team ${team_id}.`,
  TEAM_NOT_FOUND: ({ team_id }) => `Team ${team_id} non trovato.`,
  TEAM_ALREADY_EXISTS: ({ team_id }) => `Il team ${team_id} esiste già.`,
  TEAM_LIMIT_REACHED: ({ max_teams }) =>
    `Numero massimo di team che un utente può creare: ${max_teams}. Elimina un team che non ti serve più.`,
  TEAM_MEMBERSHIP_NOT_FOUND: ({ team_id, user_id }) => `L’utente ${user_id} non è membro del team ${team_id}.`,
  TEAM_MEMBERSHIP_ALREADY_EXISTS: 'L’utente è già membro del team.',
  TEAM_INVITATION_RESTRICTED_USER_NOT_ALLOWED: 'Crea un account o accedi prima di accettare l’invito.',
  EMAIL_TEMPLATE_ALREADY_EXISTS: 'Questo modello di email è già personalizzato.',
  API_KEY_EXPIRED: 'La chiave API è scaduta.',
  API_KEY_REVOKED: 'La chiave API è stata revocata.',
  WRONG_API_KEY_TYPE: ({ expected_type, actual_type }) =>
    `Questa chiave API è di tipo ${actual_type}. L’endpoint ne richiede una di tipo ${expected_type}.`,
  API_KEY_NOT_FOUND: 'Chiave API non trovata.',
  PUBLIC_API_KEY_CANNOT_BE_REVOKED: 'Lo strumento di ricerca dei segreti non può revocare una chiave API pubblica.',
}
