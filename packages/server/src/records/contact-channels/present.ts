import type { ContactChannelRead, ContactChannelServerRead } from '@portico/contract'

import { isMarkedForSignIn, type Bounce, type ContactChannel } from './channel.ts'

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

export function presentToServer(channel: ContactChannel, bounce: Bounce | undefined): ContactChannelServerRead {
  return {
    ...presentContactChannel(channel),
    bounced_at_millis: bounce?.at.getTime() ?? null,
    bounce_reason: bounce?.reason ?? null,
  }
}
