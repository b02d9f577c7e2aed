import { pluralsOf } from '@portico/ui/language/plural'

import type { ErrorTexts } from '../en/errors.ts'

const plural = pluralsOf('de')

const day = (millis: number): string =>
  new Date(millis).toLocaleDateString('de-DE', { dateStyle: 'medium', timeZone: 'UTC' })
const moment = (millis: number): string =>
  `${new Date(millis).toLocaleString('de-DE', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`

export const errors: ErrorTexts = {
  known: {
    INVALID_OAUTH_CLIENT_ID_OR_SECRET: () =>
      'Die OAuth-Client-ID oder das Client-Geheimnis ist nicht gültig. Die Client-ID ist die Projekt-ID, das Geheimnis ein öffentlicher Client-Schlüssel.',
    INVALID_PUBLISHABLE_CLIENT_KEY: ({ expired_at_millis, project_id, revoked_at_millis }) => {
      const key = `Der öffentliche Client-Schlüssel des Projekts „${project_id}“`
      if (revoked_at_millis !== undefined) {
        return `${key} wurde am ${day(revoked_at_millis)} widerrufen. Verwenden Sie einen anderen.`
      }
      return expired_at_millis === undefined
        ? `Der öffentliche Client-Schlüssel ist für das Projekt „${project_id}“ nicht gültig. Prüfen Sie Schlüssel und Projekt-ID.`
        : `${key} ist am ${day(expired_at_millis)} abgelaufen. Erstellen Sie einen neuen.`
    },
    OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED: () => 'Dieser Anbieter ist für das Projekt nicht aktiviert.',
    REDIRECT_URL_NOT_WHITELISTED: () =>
      'Die Weiterleitungsadresse gehört zu keiner vertrauenswürdigen Domain des Projekts. Fügen Sie die Domain in den Einstellungen des Projekts hinzu, oder erlauben Sie localhost.',
    UNPARSABLE_ACCESS_TOKEN: () => 'Das Zugriffstoken ist nicht lesbar.',
    ACCESS_TOKEN_EXPIRED: () => 'Das Zugriffstoken ist abgelaufen. Erneuern Sie es und versuchen Sie es noch einmal.',
    OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS: () =>
      'Für zusätzliche Scopes brauchen Sie eigene OAuth-Schlüssel. Gemeinsame Schlüssel erlauben sie nicht.',
    RECENT_SIGN_IN_REQUIRED: ({ max_age_millis }) =>
      `Melden Sie sich dafür erneut an. Ihre letzte Anmeldung ist mehr als ${Math.round(max_age_millis / 60_000)} Minuten her.`,
    VERIFICATION_CODE_NOT_FOUND: () => 'Diesen Code gibt es nicht. Prüfen Sie ihn, oder fordern Sie einen neuen an.',
    VERIFICATION_CODE_EXPIRED: () => 'Dieser Code ist abgelaufen. Bitte fordern Sie einen neuen an.',
    VERIFICATION_CODE_ALREADY_USED: () => 'Dieser Code wurde bereits verwendet.',
    VERIFICATION_CODE_MAX_ATTEMPTS_REACHED: () =>
      'Dieser Code wurde zu oft ausprobiert. Bitte fordern Sie einen neuen an.',
    OUTER_OAUTH_TIMEOUT: () => 'Die Anmeldung beim Anbieter hat zu lange gedauert. Bitte melden Sie sich erneut an.',
    OAUTH_PROVIDER_ACCESS_DENIED: () => 'Der Zugriff wurde beim Anbieter verweigert.',
    OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE: () =>
      'Der Anbieter antwortet zurzeit nicht. Bitte versuchen Sie es später noch einmal.',
    USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION: () =>
      'Sie haben bereits ein anderes Konto dieses Anbieters verbunden.',
    OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER: () =>
      'Dieses Konto des Anbieters ist bereits mit einem anderen Benutzer verbunden.',
    SIGN_UP_NOT_ENABLED: () => 'Die Registrierung neuer Benutzer ist derzeit nicht möglich.',
    SIGN_UP_REJECTED: () =>
      'Die Registrierung wurde abgelehnt. Verwenden Sie eine andere E-Mail-Adresse oder registrieren Sie sich auf andere Weise, oder wenden Sie sich an den Support dieser Anwendung.',
    CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE: () =>
      'Mit dieser E-Mail-Adresse meldet sich bereits ein anderes Konto an. Um einen Anbieter zu verwenden, melden Sie sich zuerst bei diesem Konto mit seinem Passwort oder einem Link per E-Mail an. Verbinden Sie den Anbieter dann dort in den Kontoeinstellungen.',
    RESTRICTED_USER_NOT_ALLOWED: ({ restricted_reason: { type, reason, until_millis: until } }) =>
      type === 'second_factor_required'
        ? 'Richten Sie einen zweiten Faktor ein, um Ihr Konto zu nutzen.'
        : type === 'waiting'
          ? 'Ihre Registrierung wartet auf Genehmigung.'
          : type === 'email_not_verified'
            ? 'Bestätigen Sie Ihre E-Mail-Adresse, um Ihr Konto zu nutzen.'
            : `Ihr Konto ist gesperrt${until ? ` bis ${moment(until)}` : ''}.${reason ? ` Grund: ${reason}` : ''}`,
    RATE_LIMITED: ({ retry_after_seconds: seconds }) =>
      seconds === null
        ? 'Zu viele Versuche. Bitte versuchen Sie es gleich noch einmal.'
        : `Zu viele Versuche. Bitte versuchen Sie es in ${seconds} ${plural(seconds, { one: 'Sekunde', other: 'Sekunden' })} noch einmal.`,
    PASSWORD_TOO_SHORT: ({ min_length }) => `Das Passwort ist zu kurz. Die Mindestlänge beträgt ${min_length} Zeichen.`,
    PASSWORD_TOO_LONG: ({ maxLength }) => `Das Passwort ist zu lang. Die Höchstlänge beträgt ${maxLength} Zeichen.`,
    PASSWORD_REQUIREMENTS_NOT_MET: () => 'Dieses Passwort ist zu leicht zu erraten. Bitte wählen Sie ein anderes.',
    USER_EMAIL_ALREADY_EXISTS: () => 'Zu dieser E-Mail-Adresse gibt es bereits ein Konto.',
  },
  provider: {
    appRejected: (provider, reason) =>
      `${provider} hat die Konfiguration dieser App abgelehnt (${reason ?? 'unbekannter Fehler'}). Wenden Sie sich an den Betreiber der App.`,
    misconfigured: (provider) =>
      `Die Anmeldung mit ${provider} ist nicht richtig konfiguriert. Wenden Sie sich an den Betreiber der App.`,
    noAddress: (provider) =>
      `${provider} hat für dieses Konto keine E-Mail-Adresse mitgeteilt. Erlauben Sie ${provider}, sie weiterzugeben, oder melden Sie sich auf andere Weise an.`,
    noAnswer: (provider) => `${provider} antwortet zurzeit nicht. Bitte versuchen Sie es später noch einmal.`,
    notVerified: (provider) =>
      `${provider} hat eine Antwort gesendet, die sich nicht prüfen ließ. Bitte melden Sie sich erneut an.`,
    signInExpired: (provider) => `Die Anmeldung bei ${provider} ist abgelaufen. Bitte melden Sie sich erneut an.`,
  },
  signInNotFound:
    'Diese Anmeldung wurde nicht gefunden. Sie wurde schon abgeschlossen oder in einem anderen Browser begonnen. Bitte melden Sie sich erneut an.',
  overloaded: 'Der Dienst ist überlastet. Versuchen Sie es in Kürze erneut.',
  unavailable: 'Der Dienst ist nicht verfügbar. Versuchen Sie es in Kürze erneut.',
  unexpected: (requestId) => `Interner Fehler des Dienstes. Melden Sie ihn mit der Anfrage-ID ${requestId}.`,
}
