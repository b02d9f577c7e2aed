export { default } from '../account/loading'
