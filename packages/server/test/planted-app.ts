import type { TestPortico, TestProject, TestUser } from '@portico/testkit'

import { statement } from '../src/kernel/statement.ts'

/**
 * Gives an unclaimed account an authenticator app, as an attacker could in earlier versions. Returns its secret in
 * base64.
 */
export async function plantApp(portico: TestPortico, project: TestProject, user: TestUser): Promise<string> {
  const secret = await project.enrolTotp(user)
  await portico.database.db.run(statement`
    update users set totp_survives_claim = false where project_id = ${project.id} and id = ${user.id}`)
  return secret
}
