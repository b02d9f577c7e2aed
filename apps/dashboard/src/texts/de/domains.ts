import { pluralsOf } from '@portico/ui/language/plural'

import type { DomainsTexts } from '../en/domains.ts'

const plural = pluralsOf('de')

export const texts: DomainsTexts = {
  title: 'Domains',
  lead: 'Anmeldung und Links in E-Mails führen nur zu diesen Domains.',
  add: 'Domain hinzufügen',
  edit: 'Bearbeiten',
  editOf: (domain) => `${domain} bearbeiten`,
  editTitle: 'Domain bearbeiten',
  remove: 'Entfernen',
  removeTitle: 'Domain entfernen',
  removed: 'Domain entfernt',
  removeConsequence:
    'Auf {domain} und den Seiten darunter ist keine Anmeldung mehr möglich, und Links in E-Mails führen nicht mehr dorthin.',
  findings: (count, shown) =>
    plural(count, {
      one: '1 Befund verhindert den Produktionsmodus',
      other: `${shown} Befunde verhindern den Produktionsmodus`,
    }),
  findingsInProduction: (count, shown) =>
    plural(count, {
      one: '1 Einstellung funktioniert im Produktionsmodus nicht',
      other: `${shown} Einstellungen funktionieren im Produktionsmodus nicht`,
    }),
  noFindings: 'Die Domains sind bereit für den Produktionsmodus.',
  productionMode: 'Produktionsmodus',
  rules: {
    'allow-localhost': {
      finding: 'Localhost ist erlaubt',
      reason: 'Jedes Programm auf dem Rechner eines Benutzers könnte die Anmeldung empfangen.',
      check: '',
    },
    'no-domains': {
      finding: 'Keine Domain ist vertrauenswürdig',
      reason:
        'Im Produktionsmodus wäre auf keiner Seite eine Anmeldung möglich, und Links in E-Mails führten nirgendwohin. Fügen Sie den Ursprung Ihrer App hinzu.',
      check: '',
    },
    'not-https': {
      finding: '{domain} verwendet kein HTTPS',
      reason: 'Anmeldecodes könnten unterwegs mitgelesen werden.',
      check: 'Kein HTTPS',
    },
    'ip-address': {
      finding: '{domain} ist eine IP-Adresse',
      reason: 'Verwenden Sie einen Domainnamen. Passkeys funktionieren nicht mit IP-Adressen.',
      check: 'IP-Adresse',
    },
    localhost: {
      finding: '{domain} ist localhost',
      reason: 'Verwenden Sie einen Domainnamen. Jeder Rechner hat sein eigenes localhost.',
      check: 'Localhost',
    },
    'invalid-url': {
      finding: '{domain} ist keine gültige URL',
      reason: 'Verwenden Sie den Ursprung Ihrer App, etwa https://app.example.com.',
      check: 'Keine gültige URL',
    },
  },
  ready: 'Bereit',
  switchOff: 'Ausschalten',
  changeToHttps: 'Auf https ändern',
  trusted: 'Vertrauenswürdige Domains',
  columns: { domain: 'Domain', handlerPath: 'Handler-Pfad', check: 'Prüfung', actions: 'Aktionen' },
  loadFailed: 'Die Domains können nicht geladen werden',
  notWorking: 'Weist der Dienst eine Seite Ihrer App ab?',
  empty: {
    title: 'Noch keine Domains',
    text: 'Fügen Sie den Ursprung Ihrer App hinzu, bevor sie in Betrieb geht.',
    textWithLocalhost:
      'Fügen Sie den Ursprung Ihrer App hinzu, bevor sie in Betrieb geht. Seiten auf localhost funktionieren ohne Eintrag.',
  },
  localhost: {
    label: 'Localhost erlauben',
    note: 'Akzeptiert http://localhost und http://127.0.0.1 auf jedem Port. Nur für die Entwicklung.',
    ignored: 'Der Produktionsmodus ignoriert diese Einstellung.',
  },
  dialog: {
    lead: 'Der Ursprung Ihrer App. Ein Pfad beschränkt den Eintrag auf die Seiten darunter.',
    domain: 'Domain',
    domainHelp: '{star} steht für einen Teil des Hostnamens: {example}',
    handlerPath: 'Handler-Pfad',
    handlerHelp: 'Hier liefert Ihre App die Anmeldeseiten aus.',
    handlerPathWrong: 'Handler-Pfad muss mit / beginnen',
    handlerPathUnclear: 'Handler-Pfad muss ein Pfad wie /handler sein',
    scheme: 'Domain muss mit http:// oder https:// beginnen',
    taken: 'Diese Domain steht bereits in der Liste.',
    gone: 'Ein anderer Inhaber hat diese Domain entfernt oder umbenannt. Speichern fügt sie wieder hinzu.',
  },
}
