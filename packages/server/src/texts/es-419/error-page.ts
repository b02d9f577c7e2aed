import type { ErrorPageTexts } from '../en/error-page.ts'

export const errorPage: ErrorPageTexts = {
  title: 'Algo salió mal · Portico',
  heading: 'Algo salió mal',
  closeOrGoBack: 'Puedes cerrar esta página, o volver a la app e intentarlo de nuevo.',
  back: 'Volver a la app',
}
