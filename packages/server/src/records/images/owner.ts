import type { LogoField } from '@portico/contract'

import { fragment, SqlName, type SqlFragment } from '../../kernel/statement.ts'

/** The record that an uploaded image belongs to. It has one image at most, which is deleted with it. */
export type ImageOwner =
  | { readonly type: 'user'; readonly userId: string }
  | { readonly type: 'team'; readonly teamId: string }
  /** The profile of a user in a team. */
  | { readonly type: 'member'; readonly teamId: string; readonly userId: string }
  /** One of the project's logos. */
  | { readonly type: 'logo'; readonly field: LogoField }

/** Identifies the owner in the digest that is the id of the image. */
export function keyOfOwner(owner: ImageOwner): string {
  switch (owner.type) {
    case 'user':
      return owner.userId
    case 'team':
      return `team ${owner.teamId}`
    case 'member':
      return `member ${owner.teamId} ${owner.userId}`
    case 'logo':
      return `logo ${owner.field}`
  }
}

/** The constraint that allows the owner one image. */
export function constraintOf({ type }: ImageOwner): SqlName {
  return new SqlName(`images_one_per_${type}`)
}

/** The values of the columns `user_id, team_id, member_user_id, member_team_id, logo`. */
export function columnValuesOf(owner: ImageOwner): SqlFragment {
  switch (owner.type) {
    case 'user':
      return fragment`${owner.userId}::uuid, null::uuid, null::uuid, null::uuid, null::text`
    case 'team':
      return fragment`null::uuid, ${owner.teamId}::uuid, null::uuid, null::uuid, null::text`
    case 'member':
      return fragment`null::uuid, null::uuid, ${owner.userId}::uuid, ${owner.teamId}::uuid, null::text`
    case 'logo':
      return fragment`null::uuid, null::uuid, null::uuid, null::uuid, ${owner.field}::text`
  }
}

/** The condition on the columns of the constraint. */
export function isOwnedBy(owner: ImageOwner): SqlFragment {
  switch (owner.type) {
    case 'user':
      return fragment`user_id = ${owner.userId}`
    case 'team':
      return fragment`team_id = ${owner.teamId}`
    case 'member':
      return fragment`member_user_id = ${owner.userId} and member_team_id = ${owner.teamId}`
    case 'logo':
      return fragment`logo = ${owner.field}`
  }
}
