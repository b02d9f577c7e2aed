// #region handler
import { PorticoHandler } from '@portico/nextjs'
import { portico } from '../../../portico'

export default function Handler(props: PageProps<'/handler/[...portico]'>) {
  return <PorticoHandler fullPage app={portico} routeProps={props} />
}
// #endregion
