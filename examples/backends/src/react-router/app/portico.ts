// #region pages
import { PorticoClientApp } from '@portico/react'

/**
 * The app of the pages. After a sign-in, the browser loads the page again with its cookies, so that loaders see the
 * user.
 */
export const app = new PorticoClientApp({ tokenStore: 'cookie', redirectMethod: 'window' })
// #endregion
