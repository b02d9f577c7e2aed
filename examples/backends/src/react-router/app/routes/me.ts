import type { LoaderFunctionArgs } from 'react-router'
import { ownerOf } from '../../../owner.ts'
import { requireCaller } from '../portico.server.ts'

// #region resource
export async function loader({ request }: LoaderFunctionArgs): Promise<Response> {
  return Response.json(ownerOf(await requireCaller(request)))
}
// #endregion
