/** The wire name of each access type's key. */
export const keyFields = {
  client: 'publishable_client_key',
  server: 'secret_server_key',
  admin: 'super_secret_admin_key',
} as const
