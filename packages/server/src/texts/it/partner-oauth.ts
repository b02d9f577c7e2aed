import type { PartnerOAuthTexts } from '../en/partner-oauth.ts'

export const partnerOAuth: PartnerOAuthTexts = {
  gone: 'Questa richiesta è scaduta o è iniziata in un altro browser. Torna al sito da cui provieni e ricomincia.',
  wrongCode: 'Il codice non appartiene a questa richiesta. Torna al sito da cui provieni e ricomincia.',
  notAnswered: 'Questa richiesta non ha ancora ricevuto una risposta. Torna al sito da cui provieni e ricomincia.',
}
