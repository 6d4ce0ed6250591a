import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { Import, ImportRow } from '@crewline/contract/imports'
import { setStage, type Stage } from '../server/test/faults/stage.ts'
import { cpuOf } from './cpu.ts'

/** Of the rows so many name a number that stood in the row before, so many a number that is none. */
const EVERY_TWICE = 100
const EVERY_BROKEN = 200
/** Rows of a piece of the file that is sent. */
const PIECE_ROWS = 1000

/**
 * Brings a messy file in through a product process as a browser does: uploaded, read, matched, checked, one row corrected, run and
 * taken back; watches the memory of that process. Throws when anything else came in than the file says.
 */
export async function benchImportProduct(url: string, { rows }: { rows: number }): Promise<void> {
  const of = { workers: 1, slowPerSecond: 20, fastPerSecond: 300, isWatched: false, members: 0 }
  const stage = await setStage(url, { carrier: 'simulated', ...of })
  try {
    const { pid } = await stage.product()
    // The first rows warm the process up: what it grows by afterwards is what more rows cost.
    await wholeWay(stage, pid, { rows: 3_000, from: 9_000_000, badge: 'Warm badge' })
    await pause(3_000)
    const told = await wholeWay(stage, pid, { rows, from: 2_000_000, badge: 'Bench badge' })
    console.log(
      `A messy file of ${rows.toLocaleString('en')} rows through the API of a product process, load ${loadavg()[0]?.toFixed(1)}; goal: memory growth <= 64 MiB`,
    )
    for (const { name, seconds, cpu, mebibytes } of told.steps)
      console.log(
        `  ${name.padEnd(9)} ${seconds.toFixed(1).padStart(7)} s, ${cpu.toFixed(1)} s of processor time of the product, ${mebibytes} MiB in the end`,
      )
    console.log(`  memory ${told.before} MiB before, at most ${told.most} MiB: grew by ${told.most - told.before} MiB`)
  } finally {
    await stage.close()
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

async function wholeWay(stage: Stage, pid: number, file: File) {
  const before = residentMiB(pid)
  let most = before
  const watch = setInterval(() => (most = Math.max(most, residentMiB(pid))), 50)
  const steps: { name: string; seconds: number; cpu: number; mebibytes: number }[] = []
  const timed = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const [begun, cpu] = [performance.now(), cpuOf(pid)]
    const answer = await work()
    steps.push({
      name,
      seconds: (performance.now() - begun) / 1000,
      cpu: cpuOf(pid) - cpu,
      mebibytes: residentMiB(pid),
    })
    return answer
  }
  try {
    const { id } = await timed('uploaded', () => upload(stage, file))
    const read = await timed('read', () => until(stage, id, 'matching'))
    const columns = read.columns.map(({ index, header, target, fixCapitals }) =>
      header === 'Locker'
        ? { index, target: null, newField: { name: file.badge, type: 'text' }, fixCapitals }
        : { index, target, newField: null, fixCapitals },
    )
    await ask(stage, 'POST', `/${id}/preview`, { columns, options: { makeGroups: true } })
    const checked = await timed('checked', () => until(stage, id, 'checked'))
    const twice = Math.ceil((file.rows - 3) / EVERY_TWICE)
    const broken = Math.ceil((file.rows - 7) / EVERY_BROKEN)
    expectEqual(checked.counts, { new: file.rows - twice - broken, duplicate: twice, invalid: broken })
    const { rows } = await timed('a page', () =>
      ask<{ rows: ImportRow[] }>(stage, 'GET', `/${id}/rows?show=invalid&after=0`),
    )
    const wrong = rows.at(-1) as ImportRow
    const edit = { row: wrong.row, values: { 3: `(628) ${String(file.from).slice(0, 3)}-0001` } }
    await timed('corrected', () => ask(stage, 'PATCH', `/${id}/rows`, { edits: [edit] }))
    await ask(stage, 'POST', `/${id}/commit`, { agreed: true })
    const done = await timed('run', () => until(stage, id, 'done'))
    expectEqual(done.result, { added: file.rows - twice - broken + 1, updated: 0, skipped: twice + broken - 1 })
    await ask(stage, 'POST', `/${id}/undo`)
    await timed('undone', () => until(stage, id, 'undone'))
    const { rows: left } = await stage.sql.query<{ live: number }>(
      'select count(*)::int as live from contact where import_id = $1 and archived_at is null',
      [id],
    )
    expectEqual(left[0], { live: 0 })
  } finally {
    clearInterval(watch)
  }
  return { steps, before, most }
}

function residentMiB(pid: number): number {
  const kib = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Math.round(Number(kib ?? 0) / 1024)
}

function expectEqual(said: object | null | undefined, wanted: Record<string, number>): void {
  for (const [name, value] of Object.entries(wanted))
    if ((said as Record<string, number> | null)?.[name] !== value)
      throw new Error(`${name} is not ${value}: ${JSON.stringify(said)}`)
}

async function upload(stage: Stage, file: File): Promise<Import> {
  const answer = await fetch(`${stage.address}/api/contact/import?name=north.csv`, {
    method: 'POST',
    headers: { authorization: `Bearer ${stage.org.ann.token}`, 'content-type': 'application/octet-stream' },
    body: Readable.toWeb(Readable.from(piecesOf(file))),
    duplex: 'half',
  } as RequestInit)
  const said = (await answer.json()) as { import: Import }
  if (!answer.ok) throw new Error(`the file was not taken: ${JSON.stringify(said)}`)
  return said.import
}

async function ask<Body>(stage: Stage, method: string, path: string, body?: object): Promise<Body> {
  const answer = await fetch(`${stage.address}/api/contact/import${path}`, {
    method,
    headers: {
      authorization: `Bearer ${stage.org.ann.token}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const said = (await answer.json()) as Body
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(said)}`)
  return said
}

async function until(stage: Stage, id: string, state: Import['state']): Promise<Import> {
  for (;;) {
    const { import: one } = await ask<{ import: Import }>(stage, 'GET', `/${id}`)
    if (one.state === state) return one
    if (one.state === 'failed') throw new Error(`the import failed: ${one.problem}`)
    await pause(250)
  }
}
