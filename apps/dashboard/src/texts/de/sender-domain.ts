import type { SenderDomainTexts } from '../en/sender-domain.ts'

const noAnswer = {
  message: 'DNS hat nicht rechtzeitig geantwortet.',
  advice: 'Prüfen Sie in einigen Minuten noch einmal.',
}

export const texts: SenderDomainTexts = {
  title: 'Domain',
  lead: 'DNS-Einträge von {domain}, nach denen Postfächer entscheiden, ob sie Ihre E-Mails annehmen.',
  shared:
    'Der gemeinsame Server sendet von der Domain dieses Dienstes. Mit einem eigenen Server werden hier die DNS-Einträge Ihrer Domain geprüft.',
  failed: 'Die Domain kann nicht geprüft werden',
  checkAgain: 'Noch einmal prüfen',
  checking: 'Wird geprüft …',
  checked: 'Die Domain wurde geprüft.',
  kinds: { spf: 'SPF', dkim: 'DKIM', dmarc: 'DMARC' },
  states: { good: 'Gut', weak: 'Schwach', wrong: 'Falsch', missing: 'Fehlt', unknown: 'Unbekannt' },
  found: 'Gefunden unter',
  publishName: 'Zu veröffentlichender TXT-Eintrag: Name',
  publishValue: 'Wert',
  nameOf: (kind) => `Name des ${kind}-Eintrags`,
  valueOf: (kind) => `Wert des ${kind}-Eintrags`,
  findings: {
    spf_good: { message: 'Der Eintrag nennt die Server, die für die Domain senden dürfen.', advice: '' },
    spf_neutral: {
      message: 'Der Eintrag sagt nichts über Server, die er nicht nennt.',
      advice: 'Beenden Sie den Eintrag mit ~all oder -all.',
    },
    spf_everyone: {
      message: 'Der Eintrag erlaubt jedem Server, für die Domain zu senden.',
      advice: 'Nennen Sie nur Ihre Mailserver und beenden Sie den Eintrag mit ~all oder -all.',
    },
    spf_several: {
      message: 'Die Domain hat mehrere SPF-Einträge. Postfächer übergehen dann alle.',
      advice: 'Fassen Sie die Einträge zu einem zusammen.',
    },
    spf_syntax: {
      message: 'Der Eintrag enthält einen ungültigen Ausdruck. Postfächer übergehen ihn dann.',
      advice: 'Korrigieren Sie den Ausdruck.',
    },
    spf_included: {
      message: 'Der Eintrag verweist auf eine Domain ohne gültigen SPF-Eintrag. Postfächer übergehen ihn dann.',
      advice: 'Entfernen Sie den Verweis oder fragen Sie den Anbieter nach dem richtigen.',
    },
    spf_too_many_lookups: {
      message:
        'Der Eintrag braucht mehr als 10 DNS-Abfragen, die der eingebundenen Domains mitgezählt. Postfächer übergehen ihn dann.',
      advice: 'Entfernen Sie, was Sie nicht mehr nutzen, oder ersetzen Sie ein include durch ip4 und ip6.',
    },
    spf_missing: {
      message: 'Die Domain hat keinen SPF-Eintrag.',
      advice:
        'Veröffentlichen Sie einen TXT-Eintrag, der Ihren Mailserver nennt. Ein E-Mail-Anbieter teilt Ihnen mit, welches include er braucht.',
    },
    spf_unresolved: noAnswer,
    dkim_good: { message: 'Der Eintrag hat den Schlüssel, mit dem der Dienst signiert.', advice: '' },
    dkim_test: {
      message: 'Laut Eintrag erprobt die Domain DKIM noch. Manche Postfächer übergehen dann Signaturen.',
      advice: 'Entfernen Sie t=y aus dem Eintrag.',
    },
    dkim_other_key: {
      message: 'Der Eintrag hat einen anderen Schlüssel als den, mit dem der Dienst signiert.',
      advice: 'Ersetzen Sie den Eintrag.',
    },
    dkim_revoked: { message: 'Der Schlüssel des Eintrags ist widerrufen.', advice: 'Ersetzen Sie den Eintrag.' },
    dkim_several: {
      message: 'Der Selektor hat mehrere Einträge. Postfächer nutzen irgendeinen davon.',
      advice: 'Entfernen Sie alle bis auf einen.',
    },
    dkim_syntax: { message: 'Der Eintrag ist nicht lesbar.', advice: 'Ersetzen Sie den Eintrag.' },
    dkim_missing: {
      message: 'Der Selektor hat keinen Eintrag.',
      advice: 'Veröffentlichen Sie diesen TXT-Eintrag.',
    },
    dkim_no_key: {
      message:
        'Der Dienst signiert nicht, weil das Projekt keinen DKIM-Schlüssel hat. Ihr Mailserver kann selbst signieren.',
      advice:
        'Suchen Sie in einer empfangenen E-Mail die Kopfzeile DKIM-Signature, oder geben Sie dem Projekt einen Schlüssel.',
    },
    dkim_unresolved: noAnswer,
    dmarc_good: {
      message:
        'Die Richtlinie bittet Postfächer, E-Mails abzuweisen oder auszusortieren, die andere in Ihrem Namen senden.',
      advice: '',
    },
    dmarc_none: {
      message: 'Die Richtlinie ist none: Postfächer nehmen E-Mails an, die andere in Ihrem Namen senden.',
      advice: 'Ändern Sie die Richtlinie zu quarantine, sobald alle Ihre E-Mails bestehen.',
    },
    dmarc_unaligned: {
      message:
        'Die Bounce-Adresse gehört zu einer anderen Domain, deshalb zählt SPF nicht. E-Mails bestehen nur, wenn sie signiert sind.',
      advice: 'Verwenden Sie eine Bounce-Adresse der Domain des Absenders.',
    },
    dmarc_fails: {
      message: 'E-Mails bestehen die Prüfung nicht: Weder SPF noch DKIM gelingt für die Domain des Absenders.',
      advice: 'Korrigieren Sie SPF oder DKIM.',
    },
    dmarc_several: {
      message: 'Die Domain hat mehrere DMARC-Einträge. Postfächer übergehen dann alle.',
      advice: 'Entfernen Sie alle bis auf einen.',
    },
    dmarc_syntax: {
      message: 'Der Eintrag enthält eine ungültige Angabe. Postfächer übergehen ihn womöglich.',
      advice: 'Korrigieren Sie die Angabe.',
    },
    dmarc_missing: {
      message: 'Die Domain hat keinen DMARC-Eintrag.',
      advice:
        'Veröffentlichen Sie diesen TXT-Eintrag. Ändern Sie seine Richtlinie zu quarantine, sobald alle Ihre E-Mails bestehen.',
    },
    dmarc_unresolved: noAnswer,
  },
}
