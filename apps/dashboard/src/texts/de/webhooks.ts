import { pluralsOf } from '@portico/ui/language/plural'

import type { WebhooksTexts } from '../en/webhooks.ts'

const plural = pluralsOf('de')

export const texts: WebhooksTexts = {
  title: 'Webhooks',
  lead: 'Adressen Ihrer Server, die die Ereignisse dieses Projekts erhalten.',
  tabs: { endpoints: 'Endpunkte', deliveries: 'Zustellungen' },
  add: 'Endpunkt hinzufügen',
  loadFailed: 'Die Endpunkte können nicht geladen werden',
  columns: { endpoint: 'Endpunkt', events: 'Ereignisse', figures: 'Letzte 24 Stunden', state: 'Zustand' },
  standard: 'Alle Standardereignisse',
  succeeded: (succeeded, attempts) => `${succeeded} von ${attempts} erfolgreich`,
  median: (millis) => `Median ${millis} ms`,
  states: {
    enabled: 'Aktiviert',
    fails: (date) => `Fehler seit ${date}`,
    requested: (date) => `Deaktiviert ${date}`,
    failing: (date) => `Nach Fehlern deaktiviert ${date}`,
    gone: (date) => `Deaktiviert, Antwort 410 ${date}`,
  },
  edit: 'Endpunkt bearbeiten',
  disable: 'Endpunkt deaktivieren',
  disableText: '{url} erhält keine Ereignisse mehr. Neue Ereignisse werden übersprungen, bis Sie ihn aktivieren.',
  enable: 'Endpunkt aktivieren',
  enableText: '{url} erhält wieder Ereignisse.',
  replay: 'Verpasste Ereignisse zustellen',
  replayNote: 'Ereignisse, die seit der Deaktivierung fehlgeschlagen sind oder übersprungen wurden.',
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
    rotatedLead:
      'Es wird nur einmal angezeigt. Zustellungen werden 24 Stunden lang auch mit dem alten Geheimnis signiert. Ersetzen Sie es bis dahin auf Ihrem Server.',
    secret: 'Geheimnis',
  },
}
