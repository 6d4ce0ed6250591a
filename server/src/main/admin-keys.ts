import { setTimeout as wait } from 'node:timers/promises'
import type { Db } from '../kernel/db/pool.ts'
import type { Encryption } from '../kernel/secrets/encryption.ts'
import { MASTER } from '../kernel/secrets/encryption-keys.ts'
import { forgetKey, keysInUse, QUIET_SECONDS } from '../kernel/secrets/keys-in-use.ts'
import {
  countByKey,
  placesOfKey,
  sealColumnAgain,
  sealerAgain,
  totalByKey,
  type ColumnCount,
} from '../kernel/secrets/seal-again.ts'
import { countOnDisk, sealedColumns, sealedFiles } from '../kernel/secrets/sealed-columns.ts'
import { encryptionOf, type Tools } from './admin-kernel.ts'

/** How often rows that requests were changing are tried again, and the pause before, in ms. */
const ROUNDS = 10
const ROUND_PAUSE_MS = 1_000
/** How often the command says how far it is, in ms. */
const PROGRESS_MS = 5_000

/** How the command runs; tests wait for less. */
export interface KeyCommand {
  isRotating: boolean
  /** Whether keys are taken off although values of them do not open. */
  acceptsDamaged: boolean
  say: (line: string) => void
  quietSeconds?: number
}

interface Found {
  counts: ColumnCount[]
  total: Map<string, number>
  damaged: Map<string, number>
  onDisk: Map<string, number>
}

/**
 * Says how many stored values each encryption key seals; when it rotates, it first seals them all with the first key, and
 * takes keys off that nothing is sealed with any more. It can be stopped and run again, while the product runs.
 */
export async function showKeys(tools: Tools, command: KeyCommand): Promise<string> {
  const { database, config, world } = tools
  const system = database.asSystem('the operator seals stored secrets with another key')
  const encryption = await encryptionOf(config, database, world)
  let sealed = 0
  let damaged = new Map<string, number>()
  const rotate = async (): Promise<void> => {
    const done = await sealAll(tools, { system, encryption, say: command.say })
    sealed += done.sealed
    damaged = done.damaged
  }
  if (command.isRotating) {
    await rotate()
    // A process that still sealed with another key may have done so after its table was read.
    if (await waitForQuiet(system, encryption, command)) await rotate()
  }
  const counts: ColumnCount[] = []
  for (const column of sealedColumns()) counts.push(await countByKey(system, column))
  const found: Found = { counts, total: totalByKey(counts), damaged, onDisk: await countOnDisk(config.dataDir) }
  const lines = command.isRotating ? [`Sealed again: ${sealed} values.`] : []
  lines.push(describe(encryption.sealingKey, found, 'seals'))
  const others = new Set([
    ...(await keysInUse(system)).map(({ id }) => id),
    ...encryption.keyIds,
    ...found.total.keys(),
    ...found.onDisk.keys(),
  ])
  others.delete(encryption.sealingKey)
  for (const id of others) lines.push(describe(id, found, 'opens'))
  for (const id of others) lines.push(...(await conclude(system, { id, encryption, found, command })))
  return lines.join('\n')
}

/** Seals every value again, and tries what requests were changing again until nothing is left that opens. */
async function sealAll(
  { config, world }: Tools,
  { system, encryption, say }: { system: Db; encryption: Encryption; say: (line: string) => void },
): Promise<{ sealed: number; damaged: Map<string, number> }> {
  let sealed = 0
  let saidAt = world.monotonicMs()
  const onBatch = (count: number): void => {
    sealed += count
    if (sealed === 0 || world.monotonicMs() - saidAt < PROGRESS_MS) return
    saidAt = world.monotonicMs()
    say(`Sealed again so far: ${sealed} values. You can stop with Ctrl-C and run the command again.`)
  }
  for (const files of sealedFiles())
    sealed += await files.sealAgain({ dataDir: config.dataDir, seal: sealerAgain(encryption) })
  for (let round = 1; ; round++) {
    const damaged = new Map<string, number>()
    let remaining = 0
    for (const column of sealedColumns()) {
      const result = await sealColumnAgain(system, encryption, column, onBatch)
      const { values } = await countByKey(system, column)
      for (const [id, count] of result.damaged) damaged.set(id, (damaged.get(id) ?? 0) + count)
      for (const [id, count] of values)
        if (id !== encryption.sealingKey) remaining += count - (result.damaged.get(id) ?? 0)
    }
    if (remaining <= 0 || round === ROUNDS) return { sealed, damaged }
    await wait(ROUND_PAUSE_MS)
  }
}

/** Waits until no process has sealed with another key for a while; returns false when one goes on to do so. */
async function waitForQuiet(
  system: Db,
  encryption: Encryption,
  { say, quietSeconds = QUIET_SECONDS }: KeyCommand,
): Promise<boolean> {
  let waited = 0
  for (;;) {
    const quiet = (await keysInUse(system)).flatMap((key) =>
      key.id === encryption.sealingKey ? [] : [key.quietSeconds],
    )
    const left = quietSeconds - Math.min(quietSeconds, ...quiet)
    if (left <= 0) return true
    // Its time moved on while we waited: a process that seals with the key is running.
    if (waited > quietSeconds) return false
    if (waited === 0)
      say(`Waiting up to ${Math.ceil(quietSeconds)} s to see whether a process still seals with another key.`)
    const pause = Math.min(left, 5) + 0.1
    await wait(pause * 1000)
    waited += pause
  }
}

function describe(id: string, { counts, total, onDisk }: Found, does: 'seals' | 'opens'): string {
  const places = placesOfKey(counts, id)
  const disk = onDisk.get(id) ?? 0
  const about = `${total.get(id) ?? 0} of the stored values${places ? ` (${places})` : ''}`
  const spooled = disk > 0 ? `, and ${disk} of the events in the spool of this data directory` : ''
  if (id === '?') return `Not sealed: ${about}.`
  return `${labelOf(id)} ${does === 'seals' ? 'seals what is new, and sealed' : 'sealed'} ${about}${spooled}.`
}

function labelOf(id: string): string {
  if (id === '?') return 'Not sealed'
  return id === MASTER ? 'MASTER_KEY' : `"${id}"`
}

/** Says what the operator does about a key that no longer seals; takes it off when nothing needs it. */
async function conclude(
  system: Db,
  { id, encryption, found, command }: { id: string; encryption: Encryption; found: Found; command: KeyCommand },
): Promise<string[]> {
  const label = labelOf(id)
  const damaged = found.damaged.get(id) ?? 0
  const remaining = (found.total.get(id) ?? 0) - damaged
  const isMissing = !encryption.keyIds.has(id)
  if (id === '?' || isMissing) return [`${label}: these values do not open with any key of ENCRYPTION_KEYS.`]
  if (remaining > 0)
    return command.isRotating
      ? [`Keep ${label}: ${remaining} values could not be sealed again yet. Run the command again.`]
      : [`Keep ${label}. To seal its values again: npm run admin -- encryption-keys --rotate yes`]
  if ((found.onDisk.get(id) ?? 0) > 0)
    return [`Keep ${label}: events wait on this disk until a running process stores them. Run the command again later.`]
  if (damaged > 0 && !command.acceptsDamaged)
    return [
      `Keep ${label}: ${damaged} of its values do not open, so they are damaged or belong to another key of this name. To give them up, add --damaged yes.`,
    ]
  const key = (await keysInUse(system)).find((candidate) => candidate.id === id)
  if (key && !command.isRotating)
    return [`To take ${label} off the keys in use: npm run admin -- encryption-keys --rotate yes`]
  if (key && !(await forgetKey(system, id, command.quietSeconds ?? QUIET_SECONDS)))
    return [
      `Keep ${label}: a running process sealed with it, or had events of it in its spool, ${Math.max(0, Math.round(key.quietSeconds))} s ago. Make ${labelOf(encryption.sealingKey)} the first key of every process, restart them, and run the command again.`,
    ]
  return id === MASTER
    ? ['MASTER_KEY seals nothing any more. Keep it all the same: it makes the keyed hashes, and old backups need it.']
    : [
        `${label} is no longer needed. Remove it from ENCRYPTION_KEYS of every process and restart them. Backups made before this moment still need it.`,
      ]
}
