import type { LogoField } from '@portico/contract'

import { column, columns } from '../../kernel/columns.ts'
import type { RasterType } from './raster-image.ts'

export const imageColumns = columns({
  id: column<string>('id'),
  contentType: column<RasterType>('content_type'),
  /** Null for the image of a user, a team or a member. */
  logo: column<LogoField | null>('logo'),
  bytes: column<Uint8Array<ArrayBuffer>>('bytes'),
})
