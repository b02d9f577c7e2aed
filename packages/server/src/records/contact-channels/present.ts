import type { ContactChannelRead } from '@portico/contract'

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
