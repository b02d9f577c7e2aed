import { pluralsOf } from '@portico/ui/language/plural'

import type { WebhooksTexts } from '../en/webhooks.ts'

const plural = pluralsOf('de')

export const texts: WebhooksTexts = {
  title: 'Webhooks',
  lead: 'Der Dienst ruft Ihre Server auf, wenn sich Benutzer, Teams oder Berechtigungen ändern.',
  tabs: { endpoints: 'Endpunkte', deliveries: 'Zustellungen' },
  add: 'Endpunkt hinzufügen',
  loadFailed: 'Die Endpunkte können nicht geladen werden',
  columns: { endpoint: 'Endpunkt', events: 'Ereignisse', figures: 'Letzte 24 Stunden', state: 'Zustand' },
  standard: 'Alle Standardereignisse',
  succeeded: (succeeded, attempts) => `${succeeded} von ${attempts} erfolgreich`,
  median: (millis) => `Median ${millis} ms`,
  states: {
    enabled: 'Aktiviert',
    fails: 'Fehler',
    requested: 'Deaktiviert',
    failing: 'Nach Fehlern deaktiviert',
    gone: 'Deaktiviert, Antwort 410',
    since: (date) => `Seit ${date}`,
    oldSecret: (when) => `Altes Geheimnis bis ${when}`,
  },
  attention: {
    failing:
      '{url} wurde am {date} deaktiviert, weil fünf Tage lang jeder Versuch fehlgeschlagen ist. Die Ereignisse werden übersprungen.',
    gone: '{url} hat mit 410 geantwortet und wurde am {date} deaktiviert. Die Ereignisse werden übersprungen.',
    fails:
      'Seit {date} ist jeder Versuch an {url} fehlgeschlagen. Nach fünf Tagen mit Fehlern wird der Endpunkt deaktiviert.',
  },
  showDeliveries: 'Zustellungen anzeigen',
  edit: 'Endpunkt bearbeiten',
  disable: 'Endpunkt deaktivieren',
  disableText: '{url} erhält keine Ereignisse mehr. Neue Ereignisse werden übersprungen, bis Sie ihn aktivieren.',
  enable: 'Endpunkt aktivieren',
  enableText: '{url} erhält wieder Ereignisse.',
  replay: 'Verpasste Ereignisse zustellen',
  replayNote:
    'Ereignisse, die fehlgeschlagen sind oder übersprungen wurden, seit der Endpunkt deaktiviert wurde oder nur noch fehlschlug.',
  rotate: 'Geheimnis ersetzen',
  rotateText:
    '{url} erhält ein neues Geheimnis. Zustellungen werden 24 Stunden lang auch mit dem alten Geheimnis signiert.',
  test: 'Testereignis senden',
  testLead: 'Ein Beispiel geht an diesen Endpunkt, unabhängig von seinen Ereignissen.',
  testQueued: 'Testereignis wird gesendet',
  remove: 'Endpunkt löschen',
  removeText:
    'Der Endpunkt erhält keine Ereignisse mehr. Seine Zustellungen werden gelöscht. Das kann nicht rückgängig gemacht werden.',
  count: (count) => plural(count, { one: '1 Endpunkt', other: `${count} Endpunkte` }),
  empty: {
    title: 'Noch keine Endpunkte',
    text: 'Ihr Server erfährt von jeder Änderung an Benutzern, Teams und Berechtigungen. Er prüft jedes Ereignis mit dem Geheimnis seines Endpunkts.',
  },
  form: {
    lead: 'Das Geheimnis des Endpunkts wird nur einmal angezeigt, nachdem Sie ihn hinzugefügt haben.',
    url: 'URL',
    urlHelp: 'Eine öffentliche Adresse mit https. Im Entwicklungsmodus auch http und localhost.',
    description: 'Beschreibung',
    standard: 'Alle Standardereignisse',
    chosen: 'Ausgewählte Ereignisse',
    chosenEvents: 'Ereignisse des Endpunkts',
    optionalNote: 'Kein Standardereignis.',
    noEvent: 'Wählen Sie mindestens ein Ereignis.',
    event: 'Ereignis',
    headers: 'Header',
    headersHelp:
      'Sie werden mit jeder Zustellung gesendet, einer pro Zeile: Name, Doppelpunkt und Wert, zum Beispiel der Schlüssel eines Gateways. Die Werte werden verschlüsselt gespeichert und nicht mehr angezeigt.',
    headersWrong: (line) => `Zeile ${line} muss aus Name, Doppelpunkt und Wert bestehen.`,
    keptHeaders: 'Gespeicherte Header',
    keep: (names) => `Behalten: ${names}`,
    replace: 'Alle ersetzen',
    replaceHelp:
      'Sie ersetzen alle gespeicherten Header, deren Werte nicht angezeigt werden können. Ohne Zeile werden alle entfernt.',
    rateLimit: 'Zustellungen pro Sekunde',
    rateLimitHelp: 'So viele erhält der Endpunkt höchstens von jedem Knoten des Dienstes. Leer: keine Grenze.',
    rateLimitWrong: (max) => `Zustellungen pro Sekunde muss eine ganze Zahl von 1 bis ${max} sein`,
  },
  deliveries: {
    loadFailed: 'Die Zustellungen können nicht geladen werden',
    columns: { event: 'Ereignis', endpoint: 'Endpunkt', response: 'Antwort', attempts: 'Versuche', time: 'Zeit' },
    filters: { endpoint: 'Endpunkt', state: 'Zustand', event: 'Ereignis' },
    states: {
      pending: 'Wartend',
      delivered: 'Zugestellt',
      failed: 'Fehlgeschlagen',
      skipped: 'Übersprungen',
      erased: 'Gelöscht',
    },
    queued: 'In der Warteschlange',
    waits: 'Endpunkt ist deaktiviert',
    nextAttempt: (reason, when) => `${reason}, nächster Versuch ${when}`,
    finallyFailed: (reason) => `${reason}, fehlgeschlagen`,
    succeeded: (status) => `${status}, zugestellt`,
    noAnswer: 'Keine Antwort',
    explained: {
      waits: 'Der Endpunkt ist deaktiviert. Der nächste Versuch folgt, wenn er aktiviert wird.',
      failed: 'Es folgt kein Versuch. Wiederholen Sie die Zustellung, wenn der Endpunkt wieder funktioniert.',
      skipped:
        'Der Endpunkt war deaktiviert, als das Ereignis eintrat. Deshalb wurde nichts gesendet. Wiederholen Sie die Zustellung, um es jetzt zu senden.',
      erased:
        'Der Inhalt wurde gelöscht, bevor die Zustellung gelang: Der Benutzer wurde gelöscht, oder der Dienst bewahrt den Inhalt nicht länger auf. Er kann nicht erneut gesendet werden.',
    },
    replay: 'Jetzt wiederholen',
    replayed: 'Die Zustellung ist wieder in der Warteschlange.',
    replayAll: {
      title: 'Zustellungen wiederholen',
      lead: 'Der Endpunkt erhält die Ereignisse noch einmal, die ältesten zuerst, mit denselben IDs und Inhalten.',
      endpoint: 'Endpunkt',
      states: 'Zustellungen',
      stateOptions: {
        both: 'Fehlgeschlagene und übersprungene',
        failed: 'Fehlgeschlagene',
        skipped: 'Übersprungene',
      },
      since: 'Ereignisse seit',
      sinceOptions: { today: 'Heute', day: 'Letzte 24 Stunden', week: 'Letzte 7 Tage', month: 'Letzte 30 Tage' },
      noEndpoint: 'Kein Endpunkt ist aktiviert.',
      disabled: '{url} ist deaktiviert. Wenn Sie den Endpunkt aktivieren, können Sie Verpasstes zustellen.',
      progress: (count, shown) =>
        plural(count, {
          one: 'Bisher 1 Zustellung in der Warteschlange.',
          other: `Bisher ${shown} Zustellungen in der Warteschlange.`,
        }),
      done: (count, shown) =>
        count === 0
          ? 'Keine Zustellung zu wiederholen'
          : plural(count, { one: '1 Zustellung wiederholt', other: `${shown} Zustellungen wiederholt` }),
    },
    disabled: 'Der Endpunkt ist deaktiviert. Aktivieren Sie ihn, um diese Zustellung zu wiederholen.',
    enable: 'Endpunkt aktivieren',
    notFound: 'Zustellung nicht gefunden',
    notFoundText:
      'Es gibt keine Zustellung mit dieser ID. Zustellungen werden nach ihrer Aufbewahrungsfrist und mit ihrem Endpunkt gelöscht.',
    oneFailed: 'Die Zustellung kann nicht geladen werden',
    kind: 'Zustellung',
    message: 'Nachrichten-ID',
    noAttempt: 'Noch kein Versuch.',
    answered: (status) => `Antwort ${status}`,
    running: 'Läuft gerade',
    unfinished: 'Endete ohne Ergebnis',
    millis: (count) => `${count} ms`,
    request: 'Anfrage',
    headers: 'Header',
    payloadLater: 'Der Inhalt erscheint mit dem ersten Versuch.',
    noPayload: 'Der Inhalt wird nicht mehr aufbewahrt.',
    answer: 'Letzte Antwort',
    answerTitle: (status, millis) => `${status} in ${millis} ms`,
    noAnswerText:
      'Sie hat keinen Text, oder die Adresse des Endpunkts ist nicht öffentlich und der Dienst speichert keinen.',
    count: (count) => plural(count, { one: '1 Zustellung', other: `${count} Zustellungen` }),
    empty: {
      title: 'Noch keine Zustellungen',
      text: 'Jedes Ereignis, das ein Endpunkt erhält, erscheint hier mit seinen Versuchen. Auch Testereignisse gehören dazu.',
      action: 'Endpunkte anzeigen',
    },
  },
  once: {
    title: 'Geheimnis jetzt speichern',
    lead: 'Es wird nur einmal angezeigt. Ihr Server prüft damit Ereignisse. Wenn Sie es verlieren, ersetzen Sie es.',
    rotatedLead: (when) =>
      `Es wird nur einmal angezeigt. Zustellungen werden bis ${when} auch mit dem alten Geheimnis signiert. Ersetzen Sie es bis dahin auf Ihrem Server.`,
    secret: 'Geheimnis',
  },
}
