import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { Import, ImportRow } from '@crewline/contract/imports'
import { startTestEnvironment, type TestEnvironment } from '../server/test/faults/test-environment.ts'
import { cpuOf } from './cpu.ts'

/** One row in 100 repeats the number of the row before it; one in 200 has an invalid number. */
const EVERY_TWICE = 100
const EVERY_BROKEN = 200
/** Rows per uploaded chunk of the file. */
const PIECE_ROWS = 1000

/**
 * Imports a messy file through a product process as a browser does (upload, read, match, check, correct one row, run,
 * undo) and watches the memory of that process. Throws when the imported contacts differ from what the file says.
 */
export async function benchImportProduct(url: string, { rows }: { rows: number }): Promise<void> {
  const of = { contacts: 1, slowPerSecond: 20, fastPerSecond: 300, isWatched: false, members: 0 }
  const environment = await startTestEnvironment(url, { carrier: 'simulated', ...of })
  try {
    const { pid } = await environment.product()
    // The first rows warm up the process: growth after that is the cost of more rows.
    await runFullImport(environment, pid, { rows: 3_000, from: 9_000_000, badge: 'Warm badge' })
    await pause(3_000)
    const result = await runFullImport(environment, pid, { rows, from: 2_000_000, badge: 'Bench badge' })
    console.log(
      `A messy file of ${rows.toLocaleString('en')} rows imported through the API of a product process, load ${loadavg()[0]?.toFixed(1)}; goal: memory growth <= 64 MiB`,
    )
    for (const { name, seconds, cpu, mebibytes } of result.steps)
      console.log(
        `  ${name.padEnd(9)} ${seconds.toFixed(1).padStart(7)} s, ${cpu.toFixed(1)} s of processor time, ${mebibytes} MiB at the end`,
      )
    console.log(
      `  memory ${result.before} MiB before, ${result.most} MiB at most, growth ${result.most - result.before} MiB`,
    )
  } finally {
    await environment.close()
  }
}

interface File {
  rows: number
  from: number
  badge: string
}

function* piecesOf({ rows, from }: File): Generator<Buffer> {
  let text = 'Employee list of the north,,,,,,,\n\nEmp ID,Last name,F name,Cell #,Dept,Groups,Hire date,Locker\n'
  for (let n = 0; n < rows; n++) {
    const number = from + (n % EVERY_TWICE === 3 ? n - 1 : n)
    const cell = n % EVERY_BROKEN === 7 ? '415-22' : `(415) ${String(number).slice(0, 3)}-${String(number).slice(3)}`
    const hired = `${1 + (n % 12)}/${1 + (n % 28)}/${2001 + (n % 20)}`
    text += `E${from + n},"LAST${n % 4999}, ",First${n % 997},${cell},Dept ${n % 40},Crew ${n % 25}; Site ${n % 5},${hired},L-${n}\n`
    if (n % PIECE_ROWS === PIECE_ROWS - 1 || n === rows - 1) {
      yield Buffer.from(text)
      text = ''
    }
  }
}

async function runFullImport(environment: TestEnvironment, pid: number, file: File) {
  const before = residentMiB(pid)
  let most = before
  const watch = setInterval(() => (most = Math.max(most, residentMiB(pid))), 50)
  const steps: { name: string; seconds: number; cpu: number; mebibytes: number }[] = []
  const timed = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const [startedAt, cpu] = [performance.now(), cpuOf(pid)]
    const answer = await work()
    steps.push({
      name,
      seconds: (performance.now() - startedAt) / 1000,
      cpu: cpuOf(pid) - cpu,
      mebibytes: residentMiB(pid),
    })
    return answer
  }
  try {
    const { id } = await timed('uploaded', () => upload(environment, file))
    const read = await timed('read', () => until(environment, id, 'matching'))
    const columns = read.columns.map(({ index, header, target, fixCapitals }) =>
      header === 'Locker'
        ? { index, target: null, newField: { name: file.badge, type: 'text' }, fixCapitals }
        : { index, target, newField: null, fixCapitals },
    )
    await callImportApi(environment, 'POST', `/${id}/preview`, { columns, options: { makeGroups: true } })
    const checked = await timed('checked', () => until(environment, id, 'checked'))
    const twice = Math.ceil((file.rows - 3) / EVERY_TWICE)
    const broken = Math.ceil((file.rows - 7) / EVERY_BROKEN)
    expectEqual(checked.counts, { new: file.rows - twice - broken, duplicate: twice, invalid: broken })
    const { rows } = await timed('a page', () =>
      callImportApi<{ rows: ImportRow[] }>(environment, 'GET', `/${id}/rows?show=invalid&after=0`),
    )
    const invalidRow = rows.at(-1) as ImportRow
    const edit = { row: invalidRow.row, values: { 3: `(628) ${String(file.from).slice(0, 3)}-0001` } }
    await timed('corrected', () => callImportApi(environment, 'PATCH', `/${id}/rows`, { edits: [edit] }))
    await callImportApi(environment, 'POST', `/${id}/commit`, { agreed: true })
    const finished = await timed('run', () => until(environment, id, 'done'))
    expectEqual(finished.result, { added: file.rows - twice - broken + 1, updated: 0, skipped: twice + broken - 1 })
    await callImportApi(environment, 'POST', `/${id}/undo`)
    await timed('undone', () => until(environment, id, 'undone'))
    const { rows: remainingRows } = await environment.sql.query<{ live: number }>(
      'select count(*)::int as live from contact where import_id = $1 and archived_at is null',
      [id],
    )
    expectEqual(remainingRows[0], { live: 0 })
  } finally {
    clearInterval(watch)
  }
  return { steps, before, most }
}

function residentMiB(pid: number): number {
  const kib = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Math.round(Number(kib ?? 0) / 1024)
}

function expectEqual(actual: object | null | undefined, expected: Record<string, number>): void {
  for (const [name, value] of Object.entries(expected))
    if ((actual as Record<string, number> | null)?.[name] !== value)
      throw new Error(`${name} is not ${value}: ${JSON.stringify(actual)}`)
}

async function upload(environment: TestEnvironment, file: File): Promise<Import> {
  const answer = await fetch(`${environment.address}/api/contact/import?name=north.csv`, {
    method: 'POST',
    headers: { authorization: `Bearer ${environment.org.ann.token}`, 'content-type': 'application/octet-stream' },
    body: Readable.toWeb(Readable.from(piecesOf(file))),
    duplex: 'half',
  } as RequestInit)
  const reply = (await answer.json()) as { import: Import }
  if (!answer.ok) throw new Error(`the upload was rejected: ${JSON.stringify(reply)}`)
  return reply.import
}

async function callImportApi<Body>(
  environment: TestEnvironment,
  method: string,
  path: string,
  body?: object,
): Promise<Body> {
  const answer = await fetch(`${environment.address}/api/contact/import${path}`, {
    method,
    headers: {
      authorization: `Bearer ${environment.org.ann.token}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const reply = (await answer.json()) as Body
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(reply)}`)
  return reply
}

async function until(environment: TestEnvironment, id: string, state: Import['state']): Promise<Import> {
  for (;;) {
    const { import: importRecord } = await callImportApi<{ import: Import }>(environment, 'GET', `/${id}`)
    if (importRecord.state === state) return importRecord
    if (importRecord.state === 'failed') throw new Error(`the import failed: ${importRecord.problem}`)
    await pause(250)
  }
}
