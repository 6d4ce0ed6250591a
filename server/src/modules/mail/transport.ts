import { mkdirSync } from 'node:fs'
import { readdir, readFile, rename, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Config } from '../../kernel/config.ts'
import type { World } from '../../kernel/world.ts'
import { letterHtml, letterText, type Letter } from './letter.ts'

/** Hands letters over; throws while it cannot. */
export type PostOffice = (id: string, letter: Letter) => Promise<void>

/** Newest letters kept for the outbox page. */
const KEPT = 200

/** The way letters leave this installation: a mail server, the outbox folder of simulators, or none. */
export function postOfficeOf(config: Config, world: World): PostOffice | undefined {
  if (config.smtpUrl) return mailServer(config.smtpUrl, config.mailFrom)
  return config.simulators ? outboxFolder(outboxDir(config), world) : undefined
}

function mailServer(url: string, from: string): PostOffice {
  const transport = createTransport(url, { from })
  return async (id, letter) => {
    await transport.sendMail({
      to: letter.to,
      subject: letter.subject,
      text: letterText(letter),
      html: letterHtml(letter),
      // The same on every try, so that a letter whose answer was lost is recognized as the same one.
      messageId: `<${id}@crewline>`,
      headers: {
        'auto-submitted': 'auto-generated',
        ...(letter.unsubscribeUrl ? { 'list-unsubscribe': `<${letter.unsubscribeUrl}>` } : {}),
      },
    })
  }
}

/** A letter as the outbox page shows it. */
export interface OutboxLetter {
  id: string
  to: string
  subject: string
  text: string
  html: string
  at: string
  /** Addresses in the letter, the button's first. */
  links: string[]
}

/** Where letters lie that nobody really gets. */
export function outboxDir(config: Config): string {
  return join(config.dataDir, 'outbox')
}

function outboxFolder(dir: string, world: World): PostOffice {
  return async (id, letter) => {
    mkdirSync(dir, { recursive: true, mode: 0o700 })
    const kept: OutboxLetter = {
      id,
      to: letter.to,
      subject: letter.subject,
      text: letterText(letter),
      html: letterHtml(letter),
      at: world.now().toISOString(),
      links: [letter.action?.url, letter.unsubscribeUrl].filter((link) => link !== undefined),
    }
    const part = join(dir, `${id}.part`)
    await writeFile(part, JSON.stringify(kept), { mode: 0o600 })
    await rename(part, join(dir, `${id}.json`))
    const all = await letterFiles(dir)
    await Promise.all(all.slice(KEPT).map((file) => unlink(join(dir, file)).catch(() => {})))
  }
}

/** The letters in the outbox folder, newest first. */
export async function readOutbox(dir: string): Promise<OutboxLetter[]> {
  const files = await letterFiles(dir)
  const read = await Promise.all(
    files.slice(0, KEPT).map(async (file) => {
      try {
        return JSON.parse(await readFile(join(dir, file), 'utf8')) as OutboxLetter
      } catch {
        return undefined
      }
    }),
  )
  return read.filter((letter) => letter !== undefined)
}

async function letterFiles(dir: string): Promise<string[]> {
  const all = await readdir(dir).catch(() => [])
  return all
    .filter((file) => file.endsWith('.json'))
    .sort()
    .reverse()
}
