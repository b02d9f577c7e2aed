/** Why a browser cannot continue the authorization of a partner. */
export const partnerOAuth = {
  gone: 'This request has expired, or it began in another browser. Go back to the site that sent you here and start again.',
  wrongCode: 'The code does not belong to this request. Go back to the site that sent you here and start again.',
  notAnswered: 'This request is not answered yet. Go back to the site that sent you here and start again.',
}

export type PartnerOAuthTexts = typeof partnerOAuth
