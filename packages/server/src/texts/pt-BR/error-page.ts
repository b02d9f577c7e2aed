import type { ErrorPageTexts } from '../en/error-page.ts'

export const errorPage: ErrorPageTexts = {
  title: 'Algo deu errado · Portico',
  heading: 'Algo deu errado',
  closeOrGoBack: 'Você pode fechar esta página ou voltar ao app e tentar novamente.',
  back: 'Voltar ao app',
}
