import type { LocaleErrors } from '../error-texts.ts'

function sentenceOfKey(
  name: string,
  details: { project_id: string; expired_at_millis?: number; revoked_at_millis?: number },
): string {
  const day = (millis: number): string =>
    new Date(millis).toLocaleDateString('de-DE', { dateStyle: 'medium', timeZone: 'UTC' })
  const ofProject = `Der ${name} des Projekts „${details.project_id}“`
  if (details.revoked_at_millis !== undefined) {
    return `${ofProject} wurde am ${day(details.revoked_at_millis)} widerrufen. Verwenden Sie einen anderen.`
  }
  if (details.expired_at_millis !== undefined) {
    return `${ofProject} ist am ${day(details.expired_at_millis)} abgelaufen. Erstellen Sie einen neuen.`
  }
  return `Der ${name} ist für das Projekt „${details.project_id}“ nicht gültig. Prüfen Sie Schlüssel und Projekt-ID.`
}

export const errors: LocaleErrors = {
  // General
  UNSUPPORTED_ERROR: ({ originalErrorCode }) =>
    `Der Dienst hat mit dem Fehler ${originalErrorCode} geantwortet, den diese Version nicht kennt. Bitte aktualisieren Sie Ihre Version des SDK.`,

  // Project authentication
  PROJECT_KEY_WITHOUT_ACCESS_TYPE:
    'Die Anfrage enthält einen Projektschlüssel, aber keinen Header X-Stack-Access-Type. Senden Sie mit dem Schlüssel client, server oder admin.',
  INVALID_ACCESS_TYPE: ({ accessType }) =>
    `X-Stack-Access-Type ist „${accessType}“. Erlaubt sind client, server und admin.`,
  ACCESS_TYPE_WITHOUT_PROJECT_ID: ({ request_type }) =>
    `Eine Anfrage mit dem Zugriffstyp ${request_type} muss ihr Projekt im Header X-Stack-Project-Id nennen.`,
  ACCESS_TYPE_REQUIRED:
    'Dieser Endpunkt braucht den Header X-Stack-Access-Type zusammen mit dem passenden Projektschlüssel.',
  INSUFFICIENT_ACCESS_TYPE: ({ actual_access_type, allowed_access_types }) =>
    `Dieser Endpunkt steht dem Zugriffstyp ${actual_access_type} nicht offen. Erlaubt sind: ${allowed_access_types.join(', ')}.`,
  INVALID_PUBLISHABLE_CLIENT_KEY: (details) => sentenceOfKey('öffentliche Client-Schlüssel', details),
  INVALID_SECRET_SERVER_KEY: (details) => sentenceOfKey('geheime Server-Schlüssel', details),
  INVALID_SUPER_SECRET_ADMIN_KEY: (details) => sentenceOfKey('streng geheime Admin-Schlüssel', details),
  UNPARSABLE_ADMIN_ACCESS_TOKEN: 'Das Admin-Zugriffstoken ist nicht lesbar.',
  ADMIN_ACCESS_TOKEN_EXPIRED:
    'Das Admin-Zugriffstoken ist abgelaufen. Erneuern Sie es und versuchen Sie es noch einmal.',
  INVALID_PROJECT_FOR_ADMIN_ACCESS_TOKEN: 'Das Projekt zu diesem Admin-Zugriffstoken gibt es nicht mehr.',
  ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN: 'Das Projekt gehört nicht dem Benutzer dieses Admin-Zugriffstokens.',
  CLIENT_AUTHENTICATION_REQUIRED:
    'Der öffentliche Client-Schlüssel fehlt. Senden Sie ihn im Header X-Stack-Publishable-Client-Key.',
  SERVER_AUTHENTICATION_REQUIRED:
    'Der geheime Server-Schlüssel fehlt. Senden Sie ihn im Header X-Stack-Secret-Server-Key.',
  CLIENT_OR_SERVER_AUTHENTICATION_REQUIRED:
    'Die Anfrage braucht einen öffentlichen Client-Schlüssel oder einen geheimen Server-Schlüssel.',
  CLIENT_OR_ADMIN_AUTHENTICATION_REQUIRED:
    'Die Anfrage braucht einen öffentlichen Client-Schlüssel oder einen streng geheimen Admin-Schlüssel.',
  CLIENT_OR_SERVER_OR_ADMIN_AUTHENTICATION_REQUIRED:
    'Die Anfrage braucht einen öffentlichen Client-Schlüssel, einen geheimen Server-Schlüssel oder einen streng geheimen Admin-Schlüssel.',
  ADMIN_AUTHENTICATION_REQUIRED:
    'Der streng geheime Admin-Schlüssel fehlt. Senden Sie ihn im Header X-Stack-Super-Secret-Admin-Key.',
  EXPECTED_INTERNAL_PROJECT: 'Diesen Endpunkt gibt es nur im Projekt „internal“.',

  // Session and tokens
  UNPARSABLE_ACCESS_TOKEN: 'Das Zugriffstoken ist nicht lesbar.',
  ACCESS_TOKEN_EXPIRED: 'Das Zugriffstoken ist abgelaufen. Erneuern Sie es und versuchen Sie es noch einmal.',
  INVALID_PROJECT_FOR_ACCESS_TOKEN: ({ expected_project_id, actual_project_id }) =>
    `Das Zugriffstoken gehört zum Projekt „${actual_project_id}“, die Anfrage nennt aber das Projekt „${expected_project_id}“.`,
  REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED:
    'Diese Sitzung gibt es nicht, oder sie ist beendet. Bitte melden Sie sich erneut an.',
  CANNOT_DELETE_CURRENT_SESSION: 'Die aktuelle Sitzung lässt sich nicht löschen. Melden Sie sich stattdessen ab.',
  PROVIDER_REJECTED: 'Der Anmeldeanbieter hat seine Sitzung beendet. Bitte melden Sie sich erneut an.',
  USER_AUTHENTICATION_REQUIRED: 'Dafür müssen Sie angemeldet sein.',
  RECENT_SIGN_IN_REQUIRED: ({ max_age_millis }) =>
    `Melden Sie sich dafür erneut an. Ihre letzte Anmeldung ist mehr als ${Math.round(max_age_millis / 60_000)} Minuten her.`,
  STAFF_PERMISSION_REQUIRED: ({ right, role }) =>
    `Ihre Rolle in diesem Projekt (${role}) erlaubt das nicht: Ihr fehlt das Recht ${right}. Wenden Sie sich an einen Inhaber des Projekts.`,
  CANNOT_GET_OWN_USER_WITHOUT_USER:
    'Die Anfrage nennt „me“, aber niemand ist angemeldet. Senden Sie das Zugriffstoken eines Benutzers.',

  // Users, projects, sign-up, passwords, e-mail
  RESTRICTED_USER_NOT_ALLOWED: ({ restricted_reason: { type, reason, until_millis: until } }) =>
    type === 'second_factor_required'
      ? 'Richten Sie einen zweiten Faktor ein, um Ihr Konto zu nutzen.'
      : type === 'waiting'
        ? 'Ihre Registrierung wartet auf Genehmigung.'
        : type === 'email_not_verified'
          ? 'Bestätigen Sie Ihre E-Mail-Adresse, um Ihr Konto zu nutzen.'
          : `Ihr Konto ist gesperrt${until ? ` bis ${new Date(until).toLocaleString('de-DE', { dateStyle: 'long', timeStyle: 'short' })}` : ''}.${reason ? ` Grund: ${reason}` : ''}`,
  EMAIL_NOT_VERIFIED:
    'Die E-Mail-Adresse muss zuerst bestätigt werden. Fordern Sie eine Bestätigungsmail an und öffnen Sie ihren Link in dem Browser, in dem Sie angemeldet sind.',
  USER_ID_DOES_NOT_EXIST: ({ user_id }) => `Es gibt keinen Benutzer mit der ID „${user_id}“.`,
  USER_NOT_FOUND: 'Der Benutzer wurde nicht gefunden.',
  PROJECT_NOT_FOUND: ({ project_id }) => `Das Projekt „${project_id}“ wurde nicht gefunden.`,
  EMAIL_TEMPLATE_VERSION_CONFLICT: () =>
    'Die Vorlage wurde geändert, seit Sie sie gelesen haben. Es wurde nichts gespeichert. Lesen Sie die Vorlage erneut.',
  REQUIRES_CUSTOM_EMAIL_SERVER:
    'Das Projekt versendet seine E-Mails über den gemeinsamen Server, der keine von einem Projekt verfassten E-Mails versendet. Richten Sie zuerst einen Mailserver des Projekts ein.',
  PROJECT_VERSION_CONFLICT: ({ conflicts }) =>
    `Diese Einstellungen des Projekts wurden geändert, seit Sie sie gelesen haben: ${conflicts.map(({ path }) => path).join(', ')}. Es wurde nichts gespeichert. Lesen Sie das Projekt erneut.`,
  BRANCH_DOES_NOT_EXIST: ({ branch_id }) => `Es gibt keinen Zweig „${branch_id}“. Der einzige Zweig ist „main“.`,
  SIGN_UP_REJECTED:
    'Die Registrierung wurde abgelehnt. Verwenden Sie eine andere E-Mail-Adresse oder registrieren Sie sich auf andere Weise, oder wenden Sie sich an den Support dieser Anwendung.',
  BOT_CHALLENGE_REQUIRED: 'Bitte bestätigen Sie, dass Sie kein Roboter sind.',
  BOT_CHALLENGE_FAILED:
    'Es ließ sich nicht bestätigen, dass Sie kein Roboter sind. Bitte versuchen Sie es gleich noch einmal.',
  PASSKEY_AUTHENTICATION_NOT_ENABLED: 'Die Anmeldung mit einem Passkey ist für dieses Projekt nicht aktiviert.',
  ANONYMOUS_ACCOUNTS_NOT_ENABLED: 'Anonyme Benutzer sind für dieses Projekt nicht aktiviert.',
  REDIRECT_URL_NOT_WHITELISTED:
    'Die Weiterleitungsadresse gehört zu keiner vertrauenswürdigen Domain des Projekts. Fügen Sie die Domain in den Einstellungen des Projekts hinzu, oder erlauben Sie localhost.',
  USER_DOES_NOT_HAVE_PASSWORD: 'Dieser Benutzer hat kein Passwort.',
  PASSWORD_CONFIRMATION_MISMATCH: 'Die Passwörter stimmen nicht überein.',
  EMAIL_ALREADY_VERIFIED: 'Die E-Mail-Adresse ist bereits bestätigt.',
  EMAIL_NOT_ASSOCIATED_WITH_USER: 'Die E-Mail-Adresse gehört zu keinem Benutzer, der sich mit ihr anmelden könnte.',
  EMAIL_IS_NOT_PRIMARY_EMAIL: ({ email }) => `${email} ist nicht die Hauptadresse des Benutzers.`,

  // Verification codes
  VERIFICATION_CODE_NOT_FOUND: 'Diesen Code gibt es nicht. Prüfen Sie ihn, oder fordern Sie einen neuen an.',
  VERIFICATION_CODE_EXPIRED: 'Dieser Code ist abgelaufen. Bitte fordern Sie einen neuen an.',
  VERIFICATION_CODE_ALREADY_USED: 'Dieser Code wurde bereits verwendet.',
  VERIFICATION_CODE_MAX_ATTEMPTS_REACHED: 'Dieser Code wurde zu oft ausprobiert. Bitte fordern Sie einen neuen an.',

  // Passkey, second factor, CLI
  PASSKEY_REGISTRATION_FAILED: 'Der Passkey konnte nicht hinzugefügt werden.',
  PASSKEY_WEBAUTHN_ERROR: 'Der Passkey konnte nicht verwendet werden.',
  PASSKEY_AUTHENTICATION_FAILED: 'Der Passkey wurde nicht angenommen.',
  MULTI_FACTOR_AUTHENTICATION_REQUIRED: 'Für die Anmeldung ist ein zweiter Faktor nötig.',
  INVALID_RECOVERY_CODE: 'Der Wiederherstellungscode ist falsch oder wurde schon benutzt. Verwenden Sie einen anderen.',
  MULTI_FACTOR_AUTHENTICATION_NOT_ENABLED: 'Es gibt keine Authenticator-App. Richten Sie zuerst eine ein.',
  INVALID_POLLING_CODE: 'Diesen Abfragecode gibt es nicht.',
  CLI_AUTH_ERROR: 'Die Anmeldung in der Befehlszeile ist fehlgeschlagen.',
  CLI_AUTH_EXPIRED_ERROR: 'Die Anmeldeanfrage der Befehlszeile ist abgelaufen. Bitte versuchen Sie es erneut.',
  CLI_AUTH_USED_ERROR: 'Dieses Anmeldetoken wurde bereits verwendet.',

  // OAuth
  OAUTH_CONNECTION_NOT_CONNECTED_TO_USER: 'Der Benutzer hat kein Konto bei diesem Anbieter verbunden.',
  OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER:
    'Dieses Konto des Anbieters ist bereits mit einem anderen Benutzer verbunden.',
  OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE: 'Das verbundene Konto gewährt den nötigen Scope nicht.',
  OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS:
    'Für zusätzliche Scopes brauchen Sie eigene OAuth-Schlüssel. Gemeinsame Schlüssel erlauben sie nicht.',
  OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS:
    'Für Zugriffstokens eines Anbieters brauchen Sie eigene OAuth-Schlüssel. Gemeinsame Schlüssel erlauben sie nicht.',
  INVALID_OAUTH_CLIENT_ID_OR_SECRET:
    'Die OAuth-Client-ID oder das Client-Geheimnis ist nicht gültig. Die Client-ID ist die Projekt-ID, das Geheimnis ein öffentlicher Client-Schlüssel.',
  INVALID_SCOPE: ({ scope }) => `Der Scope „${scope}“ ist nicht gültig. Der einzige Scope ist „legacy“.`,
  USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION: 'Sie haben bereits ein anderes Konto dieses Anbieters verbunden.',
  OUTER_OAUTH_TIMEOUT: 'Die Anmeldung beim Anbieter hat zu lange gedauert. Bitte melden Sie sich erneut an.',
  OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED: 'Dieser Anbieter ist für das Projekt nicht aktiviert.',
  INVALID_SHARED_OAUTH_PROVIDER_ID: ({ provider_id }) =>
    `Für den Anbieter „${provider_id}“ gibt es keine gemeinsamen Schlüssel.`,
  INVALID_STANDARD_OAUTH_PROVIDER_ID: ({ provider_id }) => `Den Anbieter „${provider_id}“ gibt es nicht.`,
  INVALID_AUTHORIZATION_CODE: 'Der Autorisierungscode ist nicht gültig oder abgelaufen.',
  OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE:
    'Der Anbieter antwortet zurzeit nicht. Bitte versuchen Sie es später noch einmal.',
  OAUTH_PROVIDER_ACCESS_DENIED: 'Der Zugriff wurde beim Anbieter verweigert.',
  CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE:
    'Mit dieser E-Mail-Adresse meldet sich bereits ein anderes Konto an. Um einen Anbieter zu verwenden, melden Sie sich zuerst bei diesem Konto mit seinem Passwort oder einem Link per E-Mail an. Verbinden Sie den Anbieter dann dort in den Kontoeinstellungen.',

  // Permissions, teams, templates, API keys
  PERMISSION_NOT_FOUND: ({ permission_id }) => `Die Berechtigung „${permission_id}“ wurde nicht gefunden.`,
  WRONG_PERMISSION_SCOPE: ({ permission_id, expected_scope }) =>
    `„${permission_id}“ ist keine ${expected_scope === 'team' ? 'Teamberechtigung' : 'Projektberechtigung'}.`,
  CONTAINED_PERMISSION_NOT_FOUND: ({ permission_id }) =>
    `Die Berechtigung „${permission_id}“ kann nicht enthalten sein, weil es sie nicht gibt.`,
  PERMISSION_ID_ALREADY_EXISTS: ({ permission_id }) => `Die Berechtigungs-ID „${permission_id}“ ist bereits vergeben.`,
  PROJECT_PERMISSION_REQUIRED: ({ user_id, permission_id }) =>
    `Der Benutzer ${user_id} braucht die Projektberechtigung „${permission_id}“.`,
  TEAM_PERMISSION_REQUIRED: ({ team_id, user_id, permission_id }) =>
    `Der Benutzer ${user_id} braucht im Team ${team_id} die Berechtigung „${permission_id}“.`,
  TEAM_PERMISSION_NOT_FOUND: ({ team_id, user_id, permission_id }) =>
    `Der Benutzer ${user_id} hat im Team ${team_id} die Berechtigung „${permission_id}“ nicht.`,
  TEAM_NOT_FOUND: ({ team_id }) => `Das Team ${team_id} wurde nicht gefunden.`,
  TEAM_ALREADY_EXISTS: ({ team_id }) => `Das Team ${team_id} gibt es bereits.`,
  TEAM_LIMIT_REACHED: ({ max_teams }) =>
    `Ein Benutzer kann höchstens ${max_teams} Teams erstellen. Löschen Sie ein Team, das Sie nicht mehr brauchen.`,
  TEAM_MEMBERSHIP_NOT_FOUND: ({ team_id, user_id }) =>
    `Der Benutzer ${user_id} ist kein Mitglied des Teams ${team_id}.`,
  TEAM_MEMBERSHIP_ALREADY_EXISTS: 'Der Benutzer ist bereits Mitglied des Teams.',
  TEAM_INVITATION_RESTRICTED_USER_NOT_ALLOWED:
    'Erstellen Sie ein Konto oder melden Sie sich an, bevor Sie die Einladung annehmen.',
  EMAIL_TEMPLATE_ALREADY_EXISTS: 'Diese E-Mail-Vorlage ist bereits angepasst.',
  API_KEY_EXPIRED: 'Der API-Schlüssel ist abgelaufen.',
  API_KEY_REVOKED: 'Der API-Schlüssel wurde widerrufen.',
  WRONG_API_KEY_TYPE: ({ expected_type, actual_type }) =>
    `Dieser API-Schlüssel ist vom Typ ${actual_type}. Der Endpunkt erwartet den Typ ${expected_type}.`,
  API_KEY_NOT_FOUND: 'Der API-Schlüssel wurde nicht gefunden.',
  PUBLIC_API_KEY_CANNOT_BE_REVOKED: 'Ein öffentlicher API-Schlüssel kann vom Secret-Scanner nicht widerrufen werden.',
}
