import { logoFields } from '@portico/contract'

import type { RowOf } from '../../kernel/columns.ts'
import { allRows, firstRow, noResult, statement, type Statement } from '../../kernel/statement.ts'
import { imageColumns } from './image.ts'
import { columnValuesOf, constraintOf, isOwnedBy, type ImageOwner } from './owner.ts'
import type { RasterImage } from './raster-image.ts'

const idColumn = imageColumns.only('id')

/** Stores the image of the owner and replaces the previous one. Returns its id: equal bytes keep the id they have. */
export function storeImage(
  projectId: string,
  owner: ImageOwner,
  newId: string,
  { contentType, bytes }: RasterImage,
): Statement<string> {
  return statement<RowOf<typeof idColumn>>`
    insert into images (project_id, user_id, team_id, member_user_id, member_team_id, logo, id, content_type, bytes)
    values (${projectId}, ${columnValuesOf(owner)}, ${newId}, ${contentType}, ${bytes})
    on conflict on constraint ${constraintOf(owner)} do update set
      id = case when images.bytes = excluded.bytes then images.id else excluded.id end,
      content_type = excluded.content_type, bytes = excluded.bytes
      where images.project_id = excluded.project_id
    returning ${idColumn}`.map(({ rows }) => rows[0]?.id ?? newId)
}

export function deleteImage(projectId: string, owner: ImageOwner): Statement<void> {
  return statement`delete from images where project_id = ${projectId} and ${isOwnedBy(owner)}`.map(noResult)
}

const logoColumns = imageColumns.only('contentType', 'bytes', 'logo')

export type StoredLogo = RowOf<typeof logoColumns>

/** Lists the logos of the project, each with its field. */
export function listLogos(projectId: string): Statement<StoredLogo[]> {
  return statement<StoredLogo>`
    select ${logoColumns} from images where logo = any (${logoFields}::text[]) and project_id = ${projectId}`.map(
    allRows,
  )
}

const typeColumn = imageColumns.only('contentType')

export interface StoredImage extends RowOf<typeof typeColumn> {
  /** Null if the caller does not need them. */
  readonly bytes: RowOf<typeof imageColumns>['bytes'] | null
}

/**
 * Finds an image. It is not a `lookup`, because an image may take a megabyte, and lookups share a connection.
 *
 * @param withBytes false to check only whether the image exists
 */
export function findImage(projectId: string, id: string, withBytes: boolean): Statement<StoredImage | null> {
  return statement<StoredImage>`
    select ${typeColumn}, case when ${withBytes}::boolean then bytes end as bytes from images
    where project_id = ${projectId} and id = ${id}
      and exists (select from projects where id = ${projectId} and deleted_at is null)`.map(firstRow)
}
