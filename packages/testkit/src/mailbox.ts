import type { Portico } from '@portico/server'

export interface ReceivedMail {
  recipient: string
  sender: string
  subject: string
  html: string
  text: string
  /** The language of the mail, such as `en`. */
  locale: string
}

/** Reads the service's development inbox after all pending deliveries have finished. */
export class Mailbox {
  readonly #service: Portico

  constructor(service: Portico) {
    this.#service = service
  }

  /** Returns all mails to an address, newest first. */
  async to(recipient: string): Promise<ReceivedMail[]> {
    await this.#service.idle()
    const url = `http://127.0.0.1:4100/dev/inbox.json?to=${encodeURIComponent(recipient)}`
    const response = await this.#service.fetch(new Request(url))
    const body = (await response.json()) as { items: ReceivedMail[] }
    return body.items
  }

  async latest(recipient: string): Promise<ReceivedMail> {
    const [mail] = await this.to(recipient)
    if (!mail) throw new Error(`The service has sent no mail to ${recipient}.`)
    return mail
  }

  /** Returns the link in the latest mail. */
  async latestLink(recipient: string): Promise<URL> {
    const { text } = await this.latest(recipient)
    const link = /https?:\/\/\S*[?&]code=\S+/.exec(text)?.[0]
    if (!link) throw new Error(`The latest mail to ${recipient} contains no link with a code:\n${text}`)
    return new URL(link)
  }

  /** Returns the six characters in the latest mail that the user types. */
  async latestSignInCode(recipient: string): Promise<string> {
    const { text } = await this.latest(recipient)
    const code = /^[0-9A-Z]{6}$/m.exec(text)?.[0]
    if (code === undefined) throw new Error(`The latest mail to ${recipient} contains no code to type:\n${text}`)
    return code
  }

  /** Returns the code in the link of the latest mail. */
  async latestCode(recipient: string): Promise<string> {
    return (await this.latestLink(recipient)).searchParams.get('code') ?? ''
  }
}
