/** Invented users with the names, addresses and directions that break tables. */
export interface Person {
  readonly id: string
  readonly name: string | null
  readonly email: string | null
  readonly isVerified: boolean
  readonly isSuspended: boolean
  readonly providers: readonly string[]
  readonly signedUpAt: Date
}

const MINUTE = 60_000
const now = Date.now()

export const people: readonly Person[] = [
  [
    'Theodora Papadimitriou-Anagnostopoulos',
    'theodora.papadimitriou-anagnostopoulos@philologia.example',
    2,
    ['google'],
  ],
  [null, null, 4, []],
  ['Oluwaseun Adeyemi-Brathwaite', 'seun@adeyemi.example', 9, ['google', 'github']],
  ['', 'b.lindqvist+marginalia-press-2026@universitetsbiblioteket.example', 41, []],
  ['José María Fernández de la Cruz y Santillana', 'jm.fernandez@ayto-fuenteovejuna.example', 180, ['microsoft']],
  ['山本 さくら', 'sakura@yamamoto.example', 300, ['apple']],
  ['نور الهدى بن عبد الله', 'nour@example.com', 2_000, ['gitlab']],
  ['<img src=x onerror=alert(1)>', 'x@xn--e1afmkfd.example', 12_000, ['discord']],
  ['\u202Egnisrever', 'bidi@example.com', 50_000, ['linkedin']],
  ['Karl-Friedrich von Oberhausen-Münchmeyer zu Hohenstein', 'kf@oberhausen-muenchmeyer.example', 90_000, ['x']],
].map(([name, email, minutes, providers], index) => ({
  id: `00000000-0000-4000-8000-00000000000${index}`,
  name: name as string | null,
  email: email as string | null,
  isVerified: index % 3 !== 0,
  isSuspended: index === 4,
  providers: providers as string[],
  signedUpAt: new Date(now - (minutes as number) * MINUTE),
}))
