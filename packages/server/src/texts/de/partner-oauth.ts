import type { PartnerOAuthTexts } from '../en/partner-oauth.ts'

export const partnerOAuth: PartnerOAuthTexts = {
  gone: 'Diese Anfrage ist abgelaufen oder hat in einem anderen Browser begonnen. Gehen Sie zurück zu der Website, von der Sie kommen, und beginnen Sie erneut.',
  wrongCode:
    'Der Code gehört nicht zu dieser Anfrage. Gehen Sie zurück zu der Website, von der Sie kommen, und beginnen Sie erneut.',
  notAnswered:
    'Diese Anfrage ist noch nicht beantwortet. Gehen Sie zurück zu der Website, von der Sie kommen, und beginnen Sie erneut.',
}
