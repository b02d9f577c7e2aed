import { PorticoClientApp } from '@portico/react'
import { everyProviderProject, isEveryProviderShown } from './every-provider.ts'
import { navigate } from './router.ts'

/** The one connection to Portico. Which project and which service it is comes from the `VITE_PORTICO_…` settings in `.env`. */
export const app = new PorticoClientApp({
  tokenStore: 'cookie',
  ...(isEveryProviderShown() && everyProviderProject),
  redirectMethod: { navigate, useNavigate: () => navigate },
})
