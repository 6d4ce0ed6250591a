import { mkdirSync } from 'node:fs'
import { readdir, readFile, rename, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Config } from '../../kernel/config.ts'
import type { World } from '../../kernel/world.ts'
import { emailHtml, emailText, type Email } from './template.ts'

/** Delivers emails; throws while that is not possible. */
export type PostOffice = (id: string, email: Email) => Promise<void>

/** Number of newest emails kept for the outbox page. */
const MAX_OUTBOX_EMAILS = 200

/** Returns how this installation delivers emails: a mail server, the outbox folder of simulators, or undefined. */
export function postOfficeOf(config: Config, world: World): PostOffice | undefined {
  if (config.smtpUrl) return mailServer(config.smtpUrl, config.mailFrom)
  return config.simulators ? outboxFolder(outboxDir(config), world) : undefined
}

function mailServer(url: string, from: string): PostOffice {
  const transport = createTransport(url, { from })
  return async (id, email) => {
    await transport.sendMail({
      to: email.to,
      subject: email.subject,
      text: emailText(email),
      html: emailHtml(email),
      // The same on every attempt, so that a repeated email is recognized after a lost reply.
      messageId: `<${id}@crewline>`,
      headers: {
        'auto-submitted': 'auto-generated',
        ...(email.unsubscribeUrl ? { 'list-unsubscribe': `<${email.unsubscribeUrl}>` } : {}),
        ...(email.unsubscribeUrl && email.isOneClick ? { 'list-unsubscribe-post': 'List-Unsubscribe=One-Click' } : {}),
      },
    })
  }
}

/** An email as the outbox page shows it. */
export interface OutboxEmail {
  id: string
  to: string
  subject: string
  text: string
  html: string
  at: string
  /** Links in the email, the button first. */
  links: string[]
}

/** Returns the folder for simulated emails. */
export function outboxDir(config: Config): string {
  return join(config.dataDir, 'outbox')
}

function outboxFolder(dir: string, world: World): PostOffice {
  return async (id, email) => {
    mkdirSync(dir, { recursive: true, mode: 0o700 })
    const outboxEmail: OutboxEmail = {
      id,
      to: email.to,
      subject: email.subject,
      text: emailText(email),
      html: emailHtml(email),
      at: world.now().toISOString(),
      links: [email.action?.url, email.unsubscribeUrl].filter((link) => link !== undefined),
    }
    const part = join(dir, `${id}.part`)
    await writeFile(part, JSON.stringify(outboxEmail), { mode: 0o600 })
    await rename(part, join(dir, `${id}.json`))
    const all = await listEmailFiles(dir)
    await Promise.all(all.slice(MAX_OUTBOX_EMAILS).map((file) => unlink(join(dir, file)).catch(() => {})))
  }
}

/** Lists the emails in the outbox folder, newest first. */
export async function readOutbox(dir: string): Promise<OutboxEmail[]> {
  const files = await listEmailFiles(dir)
  const read = await Promise.all(
    files.slice(0, MAX_OUTBOX_EMAILS).map(async (file) => {
      try {
        return JSON.parse(await readFile(join(dir, file), 'utf8')) as OutboxEmail
      } catch {
        return undefined
      }
    }),
  )
  return read.filter((email) => email !== undefined)
}

async function listEmailFiles(dir: string): Promise<string[]> {
  const all = await readdir(dir).catch(() => [])
  return all
    .filter((file) => file.endsWith('.json'))
    .sort()
    .reverse()
}
