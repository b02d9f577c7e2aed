import { StackHandler } from 'official'
import { stackServerApp } from '../../stack-server-app.js'

export default function Handler(props) {
  return <StackHandler fullPage app={stackServerApp} routeProps={props} />
}
