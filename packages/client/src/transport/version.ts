/** The version header of requests. A test compares it with package.json. */
export const CLIENT_VERSION = 'js @portico/client@0.1.0'
