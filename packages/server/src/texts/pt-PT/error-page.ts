import type { ErrorPageTexts } from '../en/error-page.ts'

export const errorPage: ErrorPageTexts = {
  title: 'Ocorreu um problema · Portico',
  heading: 'Ocorreu um problema',
  closeOrGoBack: 'Pode fechar esta página ou voltar à app e tentar novamente.',
  back: 'Voltar à app',
}
