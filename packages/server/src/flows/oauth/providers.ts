import type { OAuthProviderId } from '@portico/contract'

import type { BuiltInProvider } from './providers/provider.ts'
import { apple } from './providers/apple.ts'
import { bitbucket } from './providers/bitbucket.ts'
import { discord } from './providers/discord.ts'
import { facebook } from './providers/facebook.ts'
import { github } from './providers/github.ts'
import { gitlab } from './providers/gitlab.ts'
import { google } from './providers/google.ts'
import { linkedin } from './providers/linkedin.ts'
import { microsoft } from './providers/microsoft.ts'
import { spotify } from './providers/spotify.ts'
import { x } from './providers/x.ts'

export const oauthProviders: Readonly<Record<OAuthProviderId, BuiltInProvider>> = {
  google,
  github,
  microsoft,
  spotify,
  facebook,
  discord,
  gitlab,
  bitbucket,
  linkedin,
  apple,
  x,
}
