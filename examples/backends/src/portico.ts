// #region app
import { PorticoServerApp } from '@portico/client/server'

/** The environment supplies the project, its keys and the address of the service. */
export const portico = new PorticoServerApp({ tokenStore: null })
// #endregion
