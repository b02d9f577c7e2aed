import {
  MAGIC_LINK_CODE_CHARACTERS,
  PASSWORD_MAX_CODE_POINTS,
  PASSWORD_MIN_CODE_POINTS,
  RECENT_SIGN_IN_MILLIS,
} from '@portico/client/admin'

import type { MethodsTexts } from '../en/methods.ts'

export const texts: MethodsTexts = {
  title: 'Anmeldemethoden',
  lead: 'Änderungen werden sofort gespeichert.',
  loadFailed: 'Die Anmeldemethoden können nicht geladen werden',
  tabs: {
    label: 'Teile der Anmeldeeinstellungen',
    methods: 'Methoden',
    rules: 'Regeln zur Registrierung',
    users: 'Benutzer und Teams',
    sessions: 'Sitzungen',
    accessTokens: 'Access-Tokens',
    oldSystem: 'Bisheriges System',
  },
  sections: {
    methods: 'Registrierung und Methoden',
    providers: 'Anbieter',
    merge: 'Wenn die E-Mail-Adresse bereits ein Konto hat',
    users: 'Was Benutzer dürfen',
    teams: 'Teams',
    anonymous: 'Anonyme Benutzer',
    protection: 'Schutz der Konten',
    sessions: 'Sitzungen',
  },
  switches: {
    methods: {
      signUpEnabled: {
        label: 'Registrierung',
        note: 'Neue Benutzer können ein Konto erstellen. Sonst sehen sie „Die Registrierung neuer Benutzer ist derzeit nicht möglich.“',
      },
      invitedSignUpEnabled: {
        label: 'Registrierung von Eingeladenen',
        note: 'Wer in ein Team eingeladen ist, kann ein Konto erstellen, während die Registrierung aus ist.',
      },
      requireVerifiedEmail: {
        label: 'Bestätigte E-Mail-Adresse erforderlich',
        note: 'Benutzer, deren primäre Adresse nicht bestätigt ist, können sie nur bestätigen oder berichtigen. Gilt sofort auch für bestehende Benutzer und Sitzungen.',
      },
      credentialEnabled: {
        label: 'E-Mail und Passwort',
        note: `Passwörter haben ${PASSWORD_MIN_CODE_POINTS} bis ${PASSWORD_MAX_CODE_POINTS} Zeichen.`,
      },
      magicLinkEnabled: {
        label: 'Code per E-Mail',
        note: `Sendet einen Code mit ${MAGIC_LINK_CODE_CHARACTERS} Zeichen und einen Link.`,
      },
      passkeyEnabled: {
        label: 'Passkey',
        note: 'Fingerabdruck, Gesicht oder Geräte-PIN. Nur zur Anmeldung; Benutzer fügen ihn in den Kontoeinstellungen hinzu.',
      },
      anonymousEnabled: {
        label: 'Anonyme Benutzer',
        note: 'Apps können einen Benutzer ohne E-Mail-Adresse anlegen, der später ein volles Konto werden kann.',
      },
    },
    users: {
      clientUserDeletionEnabled: {
        label: 'Eigenes Konto löschen',
        note: 'Fügt „Konto löschen“ zu den Kontoeinstellungen hinzu.',
      },
      userDataExportEnabled: {
        label: 'Eigene Daten herunterladen',
        note: 'Apps können Benutzer herunterladen lassen, was über sie gespeichert ist.',
      },
      allowUserApiKeys: {
        label: 'API-Schlüssel für Benutzer',
        note: 'Benutzer können Schlüssel für ihr eigenes Konto erstellen.',
      },
    },
    teams: {
      clientTeamCreationEnabled: {
        label: 'Teams erstellen',
        note: 'Jeder angemeldete Benutzer kann ein Team erstellen.',
      },
      createTeamOnSignUp: {
        label: 'Persönliches Team',
        note: 'Erstellt für jeden neuen Benutzer bei der Registrierung ein Team.',
      },
      allowTeamApiKeys: {
        label: 'API-Schlüssel für Teams',
        note: 'Mitglieder mit der Berechtigung $manage_api_keys können Schlüssel für ihr Team erstellen.',
      },
      memberRoleManagementEnabled: {
        label: 'Rollen von Teammitgliedern',
        note: 'Mitglieder mit der Berechtigung $manage_roles können Berechtigungen erteilen und entziehen, die sie selbst haben.',
      },
    },
    protection: {
      breachedPasswordsRefused: {
        label: 'Passwörter aus Datenlecks ablehnen',
        note: 'Vergleicht jedes neue Passwort mit einer Liste von Passwörtern aus Datenlecks. Die Liste erfährt das Passwort nicht. Antwortet sie nicht, gilt das Passwort, und das Protokoll vermerkt es.',
      },
      notifyNewDevice: {
        label: 'E-Mail nach Anmeldung auf neuem Gerät',
        note: 'Benutzer erhalten eine E-Mail mit Zeit und Ort nach einer Anmeldung mit einem Browser, System oder Land, die für sie neu sind. Die erste Anmeldung nach dem Einschalten sendet keine.',
      },
      recentSignInRequired: {
        label: 'Kürzliche Anmeldung für heikle Änderungen',
        note: `Benutzer können nur in den ${RECENT_SIGN_IN_MILLIS / 60_000} Minuten nach der Anmeldung ändern, wie sie sich anmelden, oder sich löschen.`,
      },
      totpCodeRequiredForChange: {
        label: 'Aktueller Code zum Ändern des zweiten Faktors',
        note: 'Eine Authenticator-App zu ersetzen oder zu entfernen verlangt einen ihrer Codes.',
      },
      nativeAppRedirectsEnabled: {
        label: 'Rückkehr in native Apps',
        note: 'Die Anmeldung bei einem Anbieter kann über das Schema „stack-auth-mobile-oauth-url“ in eine App zurückführen. Jede App auf einem Telefon kann dieses Schema beanspruchen; für Websites ausgeschaltet lassen.',
      },
      trustVerificationLinks: {
        label: 'Bestätigungslinks gelten in jedem Browser',
        note: 'Sonst fragt ein Link, der in einem anderen Browser geöffnet wird, zuerst nach.',
      },
    },
  },
  withoutVerifiedAddress: (count) => `Benutzer ohne bestätigte Adresse zurzeit: ${count}.`,
  lifetimes: {
    sessionMaxLifetimeMillis: {
      label: 'Maximale Dauer',
      note: 'Eine Sitzung endet so lange nach der Anmeldung, auch wenn sie genutzt wird. Gilt auch für bestehende Sitzungen.',
      unset: '365 Tage',
    },
    sessionIdleTimeoutMillis: {
      label: 'Inaktivität',
      note: 'Eine Sitzung endet so lange nach ihrer letzten Nutzung. Gilt auch für bestehende Sitzungen.',
      unset: 'Endet nie',
    },
    anonymousUserLifetimeDays: {
      label: 'Inaktive anonyme Benutzer',
      note: 'Löscht anonyme Benutzer, die so lange nicht aktiv waren.',
      unset: 'Nie gelöscht',
    },
  },
  secondFactor: {
    label: 'Zweiter Faktor',
    note: 'Eine Authenticator-App oder ein Passkey, der seinen Benutzer überprüft. Nach Ablauf der Frist müssen Benutzer ohne zweiten Faktor einen einrichten, bevor sie etwas anderes tun können.',
    optional: 'Freiwillig',
    atOnce: 'Sofort erforderlich',
    after: (duration: string) => `Erforderlich, Frist: ${duration}`,
    withoutFactor: (count) => `Benutzer ohne zweiten Faktor zurzeit: ${count}.`,
  },
  rememberedDevices: {
    label: 'Gemerkte Geräte',
    note: 'Benutzer können wählen, dass ein Gerät für diese Zeit nicht nach dem zweiten Faktor fragt. Eine Änderung des Passworts oder eines Faktors beendet das.',
    never: 'Bei jeder Anmeldung fragen',
    days: (duration: string) => `${duration} lang merken`,
  },
  merge: {
    link_method: {
      label: 'Den Anbieter mit dem Konto verknüpfen',
      note: 'Nur wenn beide Adressen bestätigt sind.',
    },
    raise_error: {
      label: 'Die Anmeldung ablehnen',
      note: 'Der Benutzer muss sich mit der zuerst genutzten Methode anmelden.',
    },
    allow_duplicates: {
      label: 'Ein zweites Konto erstellen',
      note: 'Zwei Konten haben dieselbe Adresse.',
    },
  },
  keywords: {
    signUpEnabled: 'anmelden schließen',
    requireVerifiedEmail: 'postfach unbestätigt verifiziert',
    magicLinkEnabled: 'magischer link otp',
    passkeyEnabled: 'webauthn',
    clientUserDeletionEnabled: 'kontolöschung konto entfernen',
    createTeamOnSignUp: 'persönliche teams standardteam',
    memberRoleManagementEnabled: 'berechtigungen',
    notifyNewDevice: 'benachrichtigung unbekannter ort verdächtiges login',
    recentSignInRequired: 'erneute anmeldung kontoschutz',
    totpCodeRequiredForChange: 'mfa 2fa authenticator kontoschutz',
    secondFactorPolicy: 'mfa 2fa pflicht erzwingen richtlinie frist',
    rememberDeviceDays: 'mfa 2fa vertrauenswürdiges gerät browser vertrauen',
    nativeAppRedirectsEnabled: 'mobil deep link',
    sessionMaxLifetimeMillis: 'sitzungsdauer ablauf',
    sessionIdleTimeoutMillis: 'sitzung timeout untätigkeit abmelden',
    anonymousUserLifetimeDays: 'gäste löschen',
    issuers: 'oidc sso einmalanmeldung okta entra keycloak unternehmen eigener anbieter',
    botCheck: 'captcha altcha turnstile cloudflare spam roboter',
    accessTokens: 'claims jwt metadaten token größe',
    signUpRules: 'erlaubte gesperrte domain wegwerfadressen land tor',
    oldSystem: 'umzug migration altsystem bisheriges cognito firebase auth0 stack auth',
    oauthAccountMergeStrategy: 'oauth zusammenführen verknüpfen doppelte konten',
  },
  providersOn: (on, all) => `${on} von ${all} an`,
  keys: { own: 'Eigene Schlüssel', shared: 'Gemeinsame Schlüssel', missing: 'Braucht eigene Schlüssel', none: '' },
  setUp: 'Einrichten',
  setUpOf: (provider) => `${provider} einrichten`,
  preview: {
    title: 'Vorschau',
    label: 'Vorschau der Anmeldekarte',
    card: 'Karte',
    signIn: 'Anmelden',
    signUp: 'Registrieren',
    mode: 'Farben',
    light: 'Hell',
    dark: 'Dunkel',
  },
  drawer: {
    state: {
      ownOn: 'An mit eigenen Schlüsseln',
      ownOff: 'Aus, eigene Schlüssel sind gespeichert',
      sharedOn: 'An mit gemeinsamen Schlüsseln',
      sharedOff: 'Aus',
      unset: 'Aus. Speichern schaltet ihn ein.',
    },
    keys: 'Schlüssel',
    shared:
      'Funktioniert sofort, für die Entwicklung. {provider} zeigt auf der Zustimmungsseite den Namen dieses Dienstes, nicht Ihren.',
    sharedLimit: 'Keine zusätzlichen Scopes und keine Access-Tokens des Benutzers.',
    callbackUrl: 'Callback-URL',
    clientId: 'Client-ID',
    clientSecret: 'Client-Secret',
    secretStored: 'Gespeichert. Ein neues ersetzt es.',
    showSecret: 'Client-Secret anzeigen',
    hideSecret: 'Client-Secret verbergen',
    tenant: 'Mandanten-ID',
    tenantHelp:
      'Leer akzeptiert persönliche Konten. {common} akzeptiert auch Geschäfts- und Schulkonten, {organizations} nur diese, eine Mandanten-ID eine Organisation.',
    configId: 'Config-ID',
    configHelp: 'Einer Konfiguration von „Facebook Login for Business“. Leer verwendet Facebook Login.',
    steps: (provider) => `Schritte bei ${provider}`,
    remove: 'Schlüssel entfernen',
    removeTitle: (provider) => `${provider} entfernen`,
    removeNote: 'Löscht Client-ID und Client-Secret aus diesem Projekt.',
    removeConsequence:
      'Benutzer können sich nicht mehr mit {provider} anmelden, und Client-ID und Client-Secret werden gelöscht. Die Konten bleiben verbunden.',
    test: 'Anmeldung testen',
  },
  steps: {
    google: {
      app: '{link} vom Typ „Webanwendung“.',
      link: 'Einen OAuth-Client erstellen',
      callback: 'Die Callback-URL unter „Autorisierte Weiterleitungs-URIs“ eintragen.',
      secret:
        'Client-ID und Clientschlüssel kopieren. Den Zustimmungsbildschirm vor dem Start der App veröffentlichen.',
    },
    github: {
      app: '{link}.',
      link: 'Eine OAuth-App registrieren',
      callback: 'Die Callback-URL als „Authorization callback URL“ eintragen.',
      secret: 'Die Client-ID kopieren, ein Client-Secret erzeugen und kopieren.',
    },
    microsoft: {
      app: '{link} mit der Plattform „Web“.',
      link: 'Eine Anwendung registrieren',
      callback: 'Die Callback-URL unter „Authentifizierung“, „Web“, „Umleitungs-URIs“ hinzufügen.',
      secret:
        'Unter „Zertifikate & Geheimnisse“ einen geheimen Clientschlüssel erstellen und seinen Wert kopieren, nicht seine ID.',
    },
    apple: {
      app: '{link} mit „Mit Apple anmelden“. Ihre Kennung ist die Client-ID.',
      link: 'Eine Services ID registrieren',
      callback: 'Sie mit dem Host der Callback-URL als Domain und der Callback-URL als Return URL konfigurieren.',
      secret:
        'Einen Schlüssel für „Mit Apple anmelden“ erstellen. Das Client-Secret sind Team-ID, Schlüssel-ID und Inhalt der .p8-Datei, mit Punkten verbunden.',
    },
    discord: {
      app: '{link}.',
      link: 'Eine Anwendung erstellen',
      callback: 'Unter „OAuth2“ die Callback-URL als Redirect hinzufügen.',
      secret: 'Client-ID und Client-Secret auf derselben Seite kopieren.',
    },
    facebook: {
      app: '{link}, die Benutzer mit Facebook Login authentifiziert.',
      link: 'Eine App erstellen',
      callback: 'In den Einstellungen von Facebook Login die Callback-URL zu „Valid OAuth Redirect URIs“ hinzufügen.',
      secret: 'Unter „App-Einstellungen“, „Allgemeines“ App-ID und App-Geheimcode kopieren.',
    },
    gitlab: {
      app: '{link} mit dem Scope „read_user“.',
      link: 'Eine Anwendung hinzufügen',
      callback: 'Die Callback-URL als Redirect-URI eintragen und „Confidential“ angehakt lassen.',
      secret: 'Anwendungs-ID und Secret kopieren.',
    },
    bitbucket: {
      app: '{link}, im eigenen Workspace und mit den Berechtigungen „Account: Read“ und „Account: Email“.',
      link: 'Einen OAuth-Consumer hinzufügen',
      callback: 'Die Callback-URL als Callback-URL des Consumers eintragen.',
      secret: 'Seinen Key als Client-ID und sein Secret als Client-Secret kopieren.',
    },
    linkedin: {
      app: '{link} und das Produkt „Sign In with LinkedIn using OpenID Connect“ anfordern.',
      link: 'Eine App erstellen',
      callback: 'Unter „Auth“ die Callback-URL zu „Authorized redirect URLs for your app“ hinzufügen.',
      secret: 'Client-ID und primäres Client-Secret kopieren.',
    },
    spotify: {
      app: '{link} für die Web API.',
      link: 'Eine App erstellen',
      callback: 'Die Callback-URL als Redirect-URI hinzufügen.',
      secret: 'In den Einstellungen der App Client-ID und Client-Secret kopieren.',
    },
    x: {
      app: '{link}. X liefert keine E-Mail-Adresse des Benutzers.',
      link: 'Eine App erstellen',
      callback: 'Unter „User authentication settings“ „Web App“ wählen und die Callback-URL eintragen.',
      secret: 'Client-ID und Client-Secret für OAuth 2.0 kopieren, nicht den API-Schlüssel.',
    },
  },
}
