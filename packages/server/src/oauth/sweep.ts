export { sweepExpired as sweepExpiredOAuth } from './store.ts'
