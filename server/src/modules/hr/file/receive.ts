import type { Readable } from 'node:stream'
import type { HrFileVia } from '@crewline/contract/hr-files'
import { HR_FILE_MAX_BYTES, HR_FILES_PER_HOUR } from '@crewline/contract/hr-limits'
import { msg } from '@crewline/contract/localized-text'
import { fail } from '../../../kernel/failure.ts'
import { makeLimit } from '../../../kernel/http/limits.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { FileRefused, readTable } from '../../imports/index.ts'
import { HrChanged } from '../events.ts'
import { notifyManagers } from '../notices.ts'
import { settingsFrom } from '../settings-rules.ts'
import { lockConnection, scheduleNext, type Connection } from '../store/connection.ts'
import { isKeyValid } from '../store/keys.ts'
import { addFile, addFileRows, dropOldRows, markReady, markRefused, saveColumns, saveHeaders } from '../store/files.ts'
import { guessColumns, missingFields } from './person-rules.ts'

/** Rows written at once, and their characters. */
const BATCH = 1_000
const BATCH_CHARACTERS = 1_000_000
/** The most characters in the cells of a file: a small workbook can repeat one long text many times. */
const CHARACTERS_MAX = 256 * 1024 * 1024
/** Rows whose dates show how they are written. */
const SAMPLE_ROWS = 200

/** A file that arrives, and who sends it. */
export interface Arrival {
  name: string
  body: Readable
  via: HrFileVia
  userId: string | null
  keyId: string | null
  /** Resolves to the final name of a file that is sent under a temporary one, or to null when it never gets one. */
  renamed?: Promise<string | null>
}

/**
 * Takes a file with every current person: reads it completely and makes it the newest one, from which the next sync reads.
 * A file that cannot be read, or whose sending broke off, changes nothing; the former one stays the newest. Fails with
 * `hr_not_connected`, `slow_down`, `not_permitted` for a key that was revoked meanwhile, or `hr_file_refused`, whose text says what to correct. Returns the id of the file.
 */
export async function receiveFile(
  kernel: Kernel,
  scope: Scope,
  arrival: Arrival,
  mostCharacters = CHARACTERS_MAX,
): Promise<string> {
  const id = scope.world.id()
  await scope.tx(async (tx) => {
    requireFiles(await lockConnection(tx))
    // A session, or a body that is slow to arrive, can outlast the key that began it.
    if (arrival.keyId && !(await isKeyValid(tx, arrival.keyId))) fail('not_permitted', { text: KEY_REVOKED })
  })
  await makeLimit(kernel, 'hr-files', HR_FILES_PER_HOUR, 3600).take(scope.orgId)
  await scope.tx(async (tx) => {
    requireFiles(await lockConnection(tx))
    await addFile(tx, { ...arrival, id, name: fileName(arrival.name) })
  })
  try {
    await readRows(kernel, scope, { ...arrival, id, mostCharacters })
  } catch (error) {
    const problem = error instanceof FileRefused ? error.text : arrival.body.errored ? BROKEN_OFF : OUR_FAULT
    await scope.tx(async (tx) => {
      await markRefused(tx, id, problem)
      tx.audit('hr-file.refused', id, { via: arrival.via, key: arrival.keyId })
      tx.publish(HrChanged, {})
      // Who sends a file in the browser sees the reason there.
      if (arrival.via !== 'page') notifyManagers(tx, id, 'file')
    })
    if (problem === OUR_FAULT) throw error
    fail('hr_file_refused', { text: problem, cause: error })
  }
  return id
}

async function readRows(
  kernel: Kernel,
  scope: Scope,
  { id, name, body, via, keyId, renamed, mostCharacters }: Arrival & { id: string; mostCharacters: number },
): Promise<void> {
  let headers: string[] = []
  let batch: { row: number; cells: string[] }[] = []
  let [count, characters, waiting] = [0, 0, 0]
  const sample: string[][] = []
  const write = async () => {
    const rows = batch
    batch = []
    waiting = 0
    await scope.tx((tx) => addFileRows(tx, id, count - rows.length, rows))
  }
  for await (const item of readTable(kernel, { name, body, mostBytes: HR_FILE_MAX_BYTES })) {
    if ('headers' in item) {
      headers = item.headers
      await scope.tx((tx) => saveHeaders(tx, id, item.headers))
      continue
    }
    batch.push(item)
    count += 1
    if (sample.length < SAMPLE_ROWS) sample.push(item.cells)
    // A row is as wide as the table, also where its cells are empty.
    const size = item.cells.reduce((sum, cell) => sum + cell.length + 1, 0)
    waiting += size
    characters += size
    if (characters > mostCharacters) throw new FileRefused(TOO_LONG)
    if (batch.length === BATCH || waiting > BATCH_CHARACTERS) await write()
  }
  if (batch.length > 0) await write()
  const finalName = renamed === undefined ? name : await renamed
  if (finalName === null) throw new FileRefused(NOT_RENAMED)
  // How a file is read is decided by the name under which it is sent, before it is renamed.
  if (isWorkbook(finalName) !== isWorkbook(name)) throw new FileRefused(OTHER_KIND)
  await scope.tx(async (tx) => {
    const connection = requireFiles(await lockConnection(tx))
    if (keyId && !(await isKeyValid(tx, keyId))) throw new FileRefused(KEY_REVOKED)
    await markReady(tx, id, fileName(finalName))
    const columns = connection.fileColumns ?? guessColumns(headers, sample, tx.org.country)
    if (!connection.fileColumns) await saveColumns(tx, columns)
    await dropOldRows(tx)
    tx.audit('hr-file.received', id, { rows: count, via, key: keyId })
    tx.publish(HrChanged, {})
    // A sync that has no columns to read begins when a member chooses them.
    const isReady = missingFields(columns).length === 0
    if (isReady && settingsFrom(connection.settings).schedule === 'daily') await scheduleNext(tx, tx.world.now())
  })
}

/** Returns a connection whose people come from files; fails with `hr_not_connected` for any other. */
export function requireFiles(connection: Connection | undefined): Connection {
  if (connection?.state !== 'connected' || connection.source !== 'file') fail('hr_not_connected')
  return connection
}

function isWorkbook(name: string): boolean {
  return /\.xlsx$/i.test(name)
}

function fileName(text: string): string {
  return (
    text
      .replaceAll(/\p{Cc}/gu, '')
      .trim()
      .slice(0, 200)
      .toWellFormed() || 'people.csv'
  )
}

const TOO_LONG = msg({ message: 'The texts in this file are too long. Remove the columns that you do not need.' })
const KEY_REVOKED = msg({ message: 'The key is missing, wrong or revoked.' })
const BROKEN_OFF = msg({ message: 'Sending this file broke off. Send it again.' })
const NOT_RENAMED = msg({ message: 'This file kept its temporary name. Rename it once it is complete.' })
const OTHER_KIND = msg({
  message:
    'This file was sent as CSV and renamed to a workbook, or the other way. Keep its type in the temporary name, as in people.xlsx.tmp.',
})
const OUR_FAULT = msg({ message: 'Something went wrong on our side. Send the file again.' })
