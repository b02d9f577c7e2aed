import { column, columns } from '../../kernel/columns.ts'
import type { RasterType } from './raster-image.ts'

export const imageColumns = columns({
  id: column<string>('id'),
  contentType: column<RasterType>('content_type'),
  bytes: column<Uint8Array<ArrayBuffer>>('bytes'),
})
