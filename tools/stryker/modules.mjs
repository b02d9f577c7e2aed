/** The modules to mutate, with all their operators, conditions and statements: parsers, proofs, tokens, access control. */
export const modules = [
  'packages/protocols/src/!(*.test).ts',
  'packages/server/src/platform/crypto/{base64url,digest,master-secret,random}.ts',
  'packages/server/src/platform/http/{client-address,duplicate-keys,http-origin,loopback}.ts',
  'packages/server/src/platform/jwt/jws.ts',
  'packages/server/src/platform/outbound-http/{outbound-addresses,outbound-http}.ts',
  'packages/server/src/records/projects/trusted-origins.ts',
  'packages/server/src/records/sessions/{access-token,refresh-token}.ts',
  'packages/server/src/records/verification-codes/verification-codes.ts',
  'packages/server/src/accounts/{first-step,password-rules}.ts',
  'packages/server/src/api/{access,authenticate,impersonation,recent-sign-in}.ts',
  'packages/server/src/flows/oauth/{authority,id-token,state-cookie}.ts',
  'packages/server/src/flows/passkey/verify.ts',
]
