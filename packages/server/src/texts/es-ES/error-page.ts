import type { ErrorPageTexts } from '../en/error-page.ts'

export const errorPage: ErrorPageTexts = {
  title: 'Algo ha ido mal · Portico',
  heading: 'Algo ha ido mal',
  closeOrGoBack: 'Puedes cerrar esta página, o volver a la aplicación e intentarlo de nuevo.',
  back: 'Volver a la aplicación',
}
