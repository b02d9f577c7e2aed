import { PorticoClientApp } from '@portico/react'
import { everyProviderProject, isEveryProviderShown } from './every-provider.ts'
import { navigate } from './router.ts'

/** The app object. It reads the project and the service URL from the `VITE_PORTICO_…` variables in `.env`. */
export const app = new PorticoClientApp({
  tokenStore: 'cookie',
  ...(isEveryProviderShown() && everyProviderProject),
  redirectMethod: { navigate, useNavigate: () => navigate },
})
