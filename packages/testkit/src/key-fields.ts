/** The wire name of the key of each access type. */
export const keyFields = {
  client: 'publishable_client_key',
  server: 'secret_server_key',
  admin: 'super_secret_admin_key',
} as const
