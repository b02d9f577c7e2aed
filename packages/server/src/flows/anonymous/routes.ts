import * as contract from '@portico/contract'

import { route, type Route } from '../../api/route.ts'
import { signUpAnonymously } from './anonymous.ts'

export const anonymousRoutes: Route[] = [route(contract.signUpAnonymously, signUpAnonymously)]
