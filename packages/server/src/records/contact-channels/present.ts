import type { ContactChannelRead, ContactChannelServerRead } from '@portico/contract'

import { isMarkedForSignIn, type ContactChannel } from './channel.ts'

export function presentContactChannel(channel: ContactChannel): ContactChannelRead {
  return {
    user_id: channel.userId,
    id: channel.id,
    type: 'email',
    value: channel.value,
    is_primary: channel.isPrimary,
    is_verified: channel.isVerified,
    is_claimed: channel.isClaimed,
    used_for_auth: isMarkedForSignIn(channel),
  }
}

/** Presents a channel to servers and admins. */
export function presentToServer(channel: ContactChannel): ContactChannelServerRead {
  return {
    ...presentContactChannel(channel),
    bounced_at_millis: channel.bouncedAt && channel.bouncedAt.getTime(),
    bounce_reason: channel.bounceReason,
  }
}
