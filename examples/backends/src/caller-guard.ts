// #region guard
import {
  type CanActivate,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  UnauthorizedException,
} from '@nestjs/common'
import type { AuthenticatedRequest, IncomingRequest } from '@portico/client/server'
import { portico } from './portico.ts'

type RequestWithCaller = IncomingRequest & { caller?: AuthenticatedRequest }

/** Accepts a session, or an API key of a user or a team. Asks the service, so an ended session is refused at once. */
@Injectable()
export class CallerGuard implements CanActivate {
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<RequestWithCaller>()
    const caller = await portico.authenticateRequest(request)
    if (!caller) throw new UnauthorizedException('Sign in, or send an API key.')
    request.caller = caller
    return true
  }
}

/** The caller that the guard has found. */
export const Caller = createParamDecorator(
  (_data: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<RequestWithCaller>().caller,
)
// #endregion
