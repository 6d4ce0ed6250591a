import type { Chance } from './chance.ts'
import { pause } from './driver.ts'
import type { TestEnvironment } from './test-environment.ts'

/** The size of the run. */
export interface ImportPlan {
  rows: number
  kills: number
  /** How long a process runs on after reaching its drawn progress, in ms: about one step. */
  stepMs: number
  /** Time limit for one process to reach its progress, and for the last one to finish, in ms. */
  withinMs: number
}

/** The result of an import that was killed repeatedly. */
export interface ImportReport {
  problems: Record<string, string[]>
  summary: string
}

/** One row in this many repeats the number of an earlier row. */
const EVERY_TWICE = 100

/** The share of the whole work before and within each working state, by duration. */
const SHARES: Record<string, readonly [before: number, within: number]> = {
  ...{ uploading: [0, 0], reading: [0, 0.3], matching: [0.3, 0], checking: [0.3, 0.35], checked: [0.65, 0] },
  ...{ running: [0.65, 0.35], done: [1, 0], failed: [1, 0] },
}

/**
 * Imports a file while its process is killed at random points of the work; random times might fall after the end on a
 * fast machine. Each contact must be imported exactly once, as in an uninterrupted run.
 */
export async function killWhileImporting(
  environment: TestEnvironment,
  chance: Chance,
  plan: ImportPlan,
): Promise<ImportReport> {
  const killedIn: Record<string, number> = {}
  const moments = Array.from({ length: plan.kills }, () => chance.next()).toSorted((a, b) => a - b)
  const first = await environment.product()
  const id = await upload(environment, fileOf(plan.rows))
  let child = first
  for (const moment of moments) {
    await drive(environment, id, { share: moment, rows: plan.rows, withinMs: plan.withinMs })
    await pause(chance.integer(0, plan.stepMs))
    const { state } = await readProgress(environment, id, plan.rows)
    child.signal('SIGKILL')
    await child.ended
    killedIn[state] = (killedIn[state] ?? 0) + 1
    // Skips the rest of the dead process's lease.
    await environment.sql.query(
      "update pgboss.job set state = 'retry', retry_count = 0, start_after = now() where name = 'imports.steps' and state in ('active', 'retry')",
    )
    child = await environment.product()
  }
  await drive(environment, id, { share: 1, rows: plan.rows, withinMs: plan.withinMs })
  child.signal('SIGTERM')
  await child.ended
  const problems = await problemsOf(environment, id, plan.rows)
  // The last kills may fall after the end; a run whose kills hit nothing would prove nothing.
  if ((killedIn.done ?? 0) > plan.kills / 4) problems['killed too late'] = [JSON.stringify(killedIn)]
  return { problems, summary: `${plan.rows} rows; killed while ${JSON.stringify(killedIn)}` }
}

function fileOf(rows: number): string {
  const lines = Array.from({ length: rows }, (_, n) => {
    const phone = n % EVERY_TWICE === 1 ? n - 1 : n
    return `F${n},First${n % 97},Last${n},+1628${String(2_000_000 + phone)},Crew ${n % 10}`
  })
  return `Employee ID,First name,Last name,Cell,Groups\n${lines.join('\n')}\n`
}

interface ImportProgress {
  state: string
  columns: { index: number; target: string | null; fixCapitals: boolean }[]
}

async function callContactApi<Body>(
  environment: TestEnvironment,
  method: string,
  path: string,
  body?: object | string,
): Promise<Body | undefined> {
  const isFile = typeof body === 'string'
  try {
    const answer = await fetch(`${environment.address}/api/contact/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${environment.org.ann.token}`,
        ...(body === undefined ? {} : { 'content-type': isFile ? 'application/octet-stream' : 'application/json' }),
      },
      ...(body === undefined ? {} : { body: isFile ? body : JSON.stringify(body) }),
    })
    const reply = (await answer.json()) as Body
    return answer.ok ? reply : undefined
  } catch {
    // The process died before it responded; the next one gets the request.
    return undefined
  }
}

async function upload(environment: TestEnvironment, text: string): Promise<string> {
  const made = await callContactApi<{ import: { id: string } }>(environment, 'POST', 'import?name=faults.csv', text)
  if (!made) throw new Error('the upload was rejected')
  return made.import.id
}

/** Returns the state of an import and the completed share of its whole work. */
async function readProgress(
  environment: TestEnvironment,
  id: string,
  of: number,
): Promise<{ state: string; share: number }> {
  const { rows } = await environment.sql.query<{ state: string; progress: number }>(
    'select state, progress from import where id = $1',
    [id],
  )
  const [row] = rows
  if (!row) return { state: 'gone', share: 1 }
  const [before, stepShare] = SHARES[row.state] ?? [1, 0]
  return { state: row.state, share: before + stepShare * Math.min(1, row.progress / of) }
}

interface Until {
  /** Share of the whole work. */
  share: number
  rows: number
  withinMs: number
}

/** Acts as the user at each step, until this share of the import is done or the time is over. */
async function drive(environment: TestEnvironment, id: string, { share, rows, withinMs }: Until): Promise<void> {
  const end = performance.now() + withinMs
  while (performance.now() < end) {
    const now = await readProgress(environment, id, rows)
    if (now.share >= share || now.state === 'failed') return
    if (now.state === 'matching' || now.state === 'checked') await answer(environment, id)
    await pause(5)
  }
}

async function answer(environment: TestEnvironment, id: string): Promise<void> {
  const current = (await callContactApi<{ import: ImportProgress }>(environment, 'GET', `import/${id}`))?.import
  if (current?.state === 'matching') {
    const columns = current.columns.map(({ index, target, fixCapitals }) => ({ index, target, fixCapitals }))
    await callContactApi(environment, 'POST', `import/${id}/preview`, { columns, options: {} })
  }
  if (current?.state === 'checked') await callContactApi(environment, 'POST', `import/${id}/commit`, { agreed: true })
}

async function problemsOf(environment: TestEnvironment, id: string, rows: number): Promise<Record<string, string[]>> {
  const listValues = async (text: string): Promise<string[]> =>
    (await environment.sql.query<{ what: string }>(text)).rows.map((row) => row.what)
  const twice = Math.floor((rows - 2) / EVERY_TWICE) + 1
  const { rows: imports } = await environment.sql.query<{
    state: string
    result: { added: number; skipped: number } | null
    people: number
  }>(
    `select state, result, (select count(*)::int from contact where source = 'import') as people from import where id = $1`,
    [id],
  )
  const [importRow] = imports
  const isCounted =
    importRow?.result?.added === rows - twice && importRow.result.skipped === twice && importRow.people === rows - twice
  const problems = {
    'not done': importRow?.state === 'done' ? [] : [importRow?.state ?? 'gone'],
    'wrong counts': isCounted ? [] : [JSON.stringify({ ...importRow, wanted: rows - twice })],
    'in twice': await listValues(
      `select phone as what from contact where source = 'import' group by phone having count(*) > 1 limit 5`,
    ),
    'different from the file': await listValues(
      `select phone as what from (select *, right(phone, 7)::int - 2000000 as n from contact where source = 'import') c
       where (employee_id, firstname, lastname) is distinct from ('F' || n, 'First' || n % 97, 'Last' || n) limit 5`,
    ),
    'not attested exactly once': await listValues(
      `select c.phone as what from contact c where source = 'import' and (select count(*) from consent_event e where e.org_id = c.org_id and e.phone = c.phone) <> 1 limit 5`,
    ),
    'not in exactly one group': await listValues(
      `select c.phone as what from contact c where source = 'import' and (select count(*) from group_member m where m.org_id = c.org_id and m.contact_id = c.id) <> 1 limit 5`,
    ),
    'groups with a wrong count': await listValues(
      `select name as what from contact_group g where type = 'static' and contact_count <> (select count(*) from group_member m where m.org_id = g.org_id and m.group_id = g.id)`,
    ),
  }
  return Object.fromEntries(Object.entries(problems).filter(([, cases]) => cases.length > 0))
}
