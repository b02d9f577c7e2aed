/** How requests name this package; a test compares it with package.json. */
export const CLIENT_VERSION = 'js @portico/client@0.1.0'
