import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kernel } from '../../kernel/kernel.ts'
import type { LedgerRecord } from '../../simulators/carrier/records.ts'
import { textIdOf, type DemoMessage } from './history.ts'
import type { Character } from './main-characters.ts'

/**
 * Writes the phones of the main characters and their messages to the ledger of the simulated carrier, which must not be
 * open yet. Does nothing when a ledger exists or the carrier runs in another process.
 */
export async function seedHandsets(kernel: Kernel, characters: Character[]): Promise<void> {
  if (!kernel.config.simulators || kernel.config.simulatorUrl) return
  const dir = join(kernel.config.dataDir, 'simulator')
  const file = join(dir, 'ledger.jsonl')
  if (existsSync(file)) return
  await mkdir(dir, { recursive: true })
  await writeFile(
    file,
    ledgerOf(characters)
      .map((record) => `${JSON.stringify(record)}\n`)
      .join(''),
  )
}

function ledgerOf(characters: Character[]): LedgerRecord[] {
  const named = characters.map(({ member }): LedgerRecord => ({
    kind: 'handset',
    phone: member.phone,
    name: `${member.firstname} ${member.lastname}`,
    about: member.about,
    language: member.language,
  }))
  const messages = characters
    .flatMap(({ conversation }) => conversation.messages)
    .filter((message) => message.kind !== 'voicemail')
    .sort((a, b) => a.at - b.at)
  let accepted = 0
  const records = messages.flatMap((message) =>
    message.direction === 'in' ? typed(message) : arriving(message, () => (accepted += 1)),
  )
  // A contact who replied has read everything before; the last messages of answered threads were read too.
  const read = characters.map(({ member }): LedgerRecord => ({ kind: 'read', phone: member.phone }))
  return [...named, ...records, ...read]
}

function typed(message: DemoMessage): LedgerRecord[] {
  const { from, to, body, at } = message
  const text = {
    id: textIdOf(message),
    direction: 'out' as const,
    from,
    to,
    body,
    at,
    state: 'delivered' as const,
    errorCode: null,
  }
  return [{ kind: 'typed', text }]
}

function arriving(message: DemoMessage, nextN: () => number): LedgerRecord[] {
  const { carrierId, id, from, to, body, at, segments } = message
  if (carrierId === null) return []
  const state = message.state === 'delivered' ? ('delivered' as const) : ('undelivered' as const)
  const errorCode = message.errorCode === null ? null : Number(message.errorCode)
  return [
    {
      kind: 'accepted',
      submission: {
        id: carrierId,
        direction: 'in',
        from,
        to,
        body,
        at,
        state,
        errorCode,
        n: nextN(),
        reference: id,
        account: 'demo',
        dialect: 'native',
        segments,
        callbackUrl: null,
        validitySeconds: null,
      },
    },
  ]
}
