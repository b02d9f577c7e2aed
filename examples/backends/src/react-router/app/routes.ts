// #region routes
import { index, route, type RouteConfig } from '@react-router/dev/routes'

export default [
  index('routes/account.tsx'),
  route('me', 'routes/me.ts'),
  route('upgrade', 'routes/upgrade.ts'),
  route('handler/*', 'routes/handler.tsx'),
] satisfies RouteConfig
// #endregion
