// #region app
import { PorticoProvider, useUser } from '@portico/react/expo'
import * as Linking from 'expo-linking'
import { Suspense, useEffect } from 'react'
import { Alert, Button, Text } from 'react-native'
import { portico } from './portico'

export default function App() {
  const link = Linking.useLinkingURL()
  useEffect(() => {
    // The system may have closed the app while the browser was open.
    if (link && portico.isSignInLink(link)) void portico.finishSignIn(link)
  }, [link])
  return (
    <PorticoProvider app={portico}>
      <Suspense fallback={<Text>Loading…</Text>}>
        <Home />
      </Suspense>
    </PorticoProvider>
  )
}

function Home() {
  const user = useUser()
  if (!user) return <Button title="Sign in with GitHub" onPress={() => void signIn()} />
  const name = user.displayName ?? user.primaryEmail
  return <Button title={`Sign out ${name}`} onPress={() => void user.signOut()} />
}

async function signIn() {
  const result = await portico.signInWithBrowser('github')
  if (result.status === 'error') Alert.alert(result.error.message)
}
// #endregion
