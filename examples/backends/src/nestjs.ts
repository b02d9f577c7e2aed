import 'reflect-metadata'
import {
  type ArgumentsHost,
  Catch,
  Controller,
  type ExceptionFilter,
  ForbiddenException,
  Get,
  HttpCode,
  Module,
  Post,
  UseFilters,
  UseGuards,
} from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { type AuthenticatedRequest, ConnectionError } from '@portico/client/server'
import type { Response } from 'express'
import type { Server } from 'node:http'
import { Caller, CallerGuard } from './caller-guard.ts'
import { ownerOf } from './owner.ts'

// #region errors
@Catch(ConnectionError)
class ConnectionErrorFilter implements ExceptionFilter<ConnectionError> {
  catch(_error: ConnectionError, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<Response>()
    response.status(503).json({ message: 'Sign-in is not available. Try again.', statusCode: 503 })
  }
}
// #endregion

// #region routes
@Controller()
@UseGuards(CallerGuard)
@UseFilters(ConnectionErrorFilter)
class AccountController {
  @Get('me')
  readOwner(@Caller() caller: AuthenticatedRequest): object {
    return ownerOf(caller)
  }

  @Post('upgrade')
  @HttpCode(200)
  async upgrade(@Caller() caller: AuthenticatedRequest): Promise<object> {
    if (caller.type !== 'session') throw new ForbiddenException('A key cannot buy anything.')
    await caller.user.setServerMetadata({ ...(caller.user.serverMetadata as object), plan: 'pro' })
    return { plan: 'pro' }
  }
}

@Module({ controllers: [AccountController] })
class AppModule {}
// #endregion

export async function start(port: number): Promise<Server> {
  const app = await NestFactory.create(AppModule, { logger: false })
  await app.listen(port)
  return app.getHttpServer() as Server
}
