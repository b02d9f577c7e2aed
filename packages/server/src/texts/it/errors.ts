import { pluralsOf } from '@portico/ui/language/plural'

import type { ErrorTexts } from '../en/errors.ts'

const plural = pluralsOf('it')

/** The article of a date depends on its day: "il 3", "l’8", "l’11". */
const hasVowel = (date: string): boolean => /^(8|11)\b/.test(date)

function onDay(millis: number): string {
  const date = new Date(millis).toLocaleDateString('it-IT', { dateStyle: 'long', timeZone: 'UTC' })
  return hasVowel(date) ? `l’${date}` : `il ${date}`
}

function untilMoment(millis: number): string {
  const date = new Date(millis).toLocaleString('it-IT', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  return `${hasVowel(date) ? `fino all’${date}` : `fino al ${date}`} UTC`
}

export const errors: ErrorTexts = {
  known: {
    INVALID_OAUTH_CLIENT_ID_OR_SECRET: () =>
      'L’ID client o il segreto OAuth non è valido. L’ID client è l’ID del progetto, il segreto è una chiave client pubblicabile.',
    INVALID_PUBLISHABLE_CLIENT_KEY: ({ expired_at_millis, project_id, revoked_at_millis }) => {
      const key = `La chiave client pubblicabile del progetto “${project_id}”`
      if (revoked_at_millis !== undefined) {
        return `${key} è stata revocata ${onDay(revoked_at_millis)}. Usane un’altra.`
      }
      return expired_at_millis === undefined
        ? `La chiave client pubblicabile non è valida per il progetto “${project_id}”. Controlla la chiave e l’ID del progetto.`
        : `${key} è scaduta ${onDay(expired_at_millis)}. Creane una nuova.`
    },
    OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED: () => 'Questo provider non è abilitato per il progetto.',
    REDIRECT_URL_NOT_WHITELISTED: () =>
      'L’URL di reindirizzamento non è nell’elenco dei domini attendibili. Aggiungi il suo dominio nelle impostazioni del progetto o consenti localhost.',
    UNPARSABLE_ACCESS_TOKEN: () => 'Impossibile leggere il token di accesso.',
    ACCESS_TOKEN_EXPIRED: () => 'Il token di accesso è scaduto. Rinnovalo e riprova.',
    OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS: () =>
      'Gli ambiti aggiuntivi richiedono chiavi OAuth proprie. Le chiavi condivise non li consentono.',
    RECENT_SIGN_IN_REQUIRED: ({ max_age_millis }) =>
      `Per questa modifica, accedi di nuovo. Il tuo ultimo accesso risale a più di ${Math.round(max_age_millis / 60_000)} minuti fa.`,
    VERIFICATION_CODE_NOT_FOUND: () => 'Questo codice non esiste. Controllalo o richiedine uno nuovo.',
    VERIFICATION_CODE_EXPIRED: () => 'Questo codice è scaduto. Richiedine uno nuovo.',
    VERIFICATION_CODE_ALREADY_USED: () => 'Questo codice è già stato usato.',
    VERIFICATION_CODE_MAX_ATTEMPTS_REACHED: () => 'Questo codice è stato provato troppe volte. Richiedine uno nuovo.',
    OUTER_OAUTH_TIMEOUT: () => 'L’accesso tramite il provider ha richiesto troppo tempo. Accedi di nuovo.',
    OAUTH_PROVIDER_ACCESS_DENIED: () => 'L’accesso è stato rifiutato presso il provider.',
    OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE: () => 'Al momento il provider non risponde. Riprova più tardi.',
    USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION: () => 'Hai già collegato un altro account di questo provider.',
    OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER: () =>
      'Questo account del provider è già collegato a un altro utente.',
    SIGN_UP_NOT_ENABLED: () => 'Al momento la registrazione di nuovi utenti non è abilitata.',
    SIGN_UP_REJECTED: () =>
      'La registrazione è stata rifiutata. Prova con un altro indirizzo email o un altro modo per registrarti, oppure contatta l’assistenza di questa applicazione.',
    CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE: () =>
      'Un altro account accede già con questo indirizzo email. Per usare un provider, accedi prima a quell’account con la sua password o con un link via email. Poi collega il provider nelle impostazioni dell’account.',
    RESTRICTED_USER_NOT_ALLOWED: ({ restricted_reason: { type, reason, until_millis: until } }) =>
      type === 'second_factor_required'
        ? 'Configura un secondo fattore per usare il tuo account.'
        : type === 'waiting'
          ? 'La tua registrazione è in attesa di approvazione.'
          : type === 'email_not_verified'
            ? 'Verifica il tuo indirizzo email per usare il tuo account.'
            : `Il tuo account è sospeso${until ? ` ${untilMoment(until)}` : ''}.${reason ? ` Motivo: ${reason}` : ''}`,
    RATE_LIMITED: ({ retry_after_seconds: seconds }) =>
      seconds === null
        ? 'Troppi tentativi. Riprova tra un momento.'
        : `Troppi tentativi. Riprova tra ${seconds} ${plural(seconds, { one: 'secondo', many: 'di secondi', other: 'secondi' })}.`,
    PASSWORD_TOO_SHORT: ({ min_length }) =>
      `La password è troppo corta. La lunghezza minima è di ${min_length} caratteri.`,
    PASSWORD_TOO_LONG: ({ maxLength }) =>
      `La password è troppo lunga. La lunghezza massima è di ${maxLength} caratteri.`,
    PASSWORD_REQUIREMENTS_NOT_MET: () => 'Questa password è troppo facile da indovinare. Scegline un’altra.',
    USER_EMAIL_ALREADY_EXISTS: () => 'Esiste già un utente con questo indirizzo email.',
  },
  provider: {
    appRejected: (provider, reason) =>
      `${provider} ha rifiutato la configurazione di questa app (${reason ?? 'errore sconosciuto'}). Contatta il gestore dell’app.`,
    misconfigured: (provider) =>
      `L’accesso con ${provider} non è configurato correttamente. Contatta il gestore dell’app.`,
    noAddress: (provider) =>
      `${provider} non ha fornito alcun indirizzo email per questo account. Consenti a ${provider} di condividerlo o usa un altro metodo di accesso.`,
    noAnswer: (provider) => `Al momento ${provider} non risponde. Riprova più tardi.`,
    notVerified: (provider) =>
      `${provider} ha inviato una risposta che non è stato possibile verificare. Accedi di nuovo.`,
    signInExpired: (provider) => `L’accesso con ${provider} è scaduto. Accedi di nuovo.`,
  },
  signInNotFound:
    'Questo accesso non è stato trovato. È già stato completato oppure è stato avviato in un altro browser. Accedi di nuovo.',
  overloaded: 'Il servizio è sovraccarico. Riprova tra poco.',
  unavailable: 'Il servizio non è disponibile. Riprova tra poco.',
  unexpected: (requestId) => `Errore interno del server. Segnalalo indicando l’ID richiesta ${requestId}.`,
}
