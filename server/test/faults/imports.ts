import type { Chance } from './chance.ts'
import { pause } from './driver.ts'
import type { Stage } from './stage.ts'

/** How much of it there is. */
export interface ImportPlan {
  rows: number
  kills: number
  /** How long a process may live on once it has come as far as was drawn, in ms: about one step. */
  stepMs: number
  /** How long one process may take to get there, and the last one to end, in ms. */
  withinMs: number
}

/** What an import that was killed over and over left behind. */
export interface ImportReport {
  problems: Record<string, string[]>
  words: string
}

/** Rows of the file that name a number of somebody in a row before. */
const EVERY_TWICE = 100

/** How much of all the work lies before and in each state that works, in the time they take. */
const SHARES: Record<string, readonly [before: number, within: number]> = {
  ...{ uploading: [0, 0], reading: [0, 0.3], matching: [0.3, 0], checking: [0.3, 0.35], checked: [0.65, 0] },
  ...{ running: [0.65, 0.35], done: [1, 0], failed: [1, 0] },
}

/**
 * Brings a file in while the process that does it is killed at moments drawn over all of its work, not over a time in which a quick
 * machine may have long ended; each person must have come in exactly once, as an uninterrupted run would have it.
 */
export async function killWhileImporting(stage: Stage, chance: Chance, plan: ImportPlan): Promise<ImportReport> {
  const killedIn: Record<string, number> = {}
  const moments = Array.from({ length: plan.kills }, () => chance.next()).toSorted((a, b) => a - b)
  const first = await stage.product()
  const id = await upload(stage, fileOf(plan.rows))
  let child = first
  for (const moment of moments) {
    await drive(stage, id, { share: moment, rows: plan.rows, withinMs: plan.withinMs })
    await pause(chance.whole(0, plan.stepMs))
    const { state } = await standingOf(stage, id, plan.rows)
    child.signal('SIGKILL')
    await child.ended
    killedIn[state] = (killedIn[state] ?? 0) + 1
    // Nobody needs to wait for the end of a dead process's lease.
    await stage.sql.query("update import set due_at = now() - interval '1 second' where due_at < 'infinity'")
    child = await stage.product()
  }
  await drive(stage, id, { share: 1, rows: plan.rows, withinMs: plan.withinMs })
  child.signal('SIGTERM')
  await child.ended
  const problems = await problemsOf(stage, id, plan.rows)
  // The last moments may fall behind the end; a run whose kills hit nothing would prove nothing.
  if ((killedIn.done ?? 0) > plan.kills / 4) problems['killed too late'] = [JSON.stringify(killedIn)]
  return { problems, words: `${plan.rows} rows; killed while ${JSON.stringify(killedIn)}` }
}

function fileOf(rows: number): string {
  const lines = Array.from({ length: rows }, (_, n) => {
    const phone = n % EVERY_TWICE === 1 ? n - 1 : n
    return `F${n},First${n % 97},Last${n},+1628${String(2_000_000 + phone)},Crew ${n % 10}`
  })
  return `Employee ID,First name,Last name,Cell,Groups\n${lines.join('\n')}\n`
}

interface Standing {
  state: string
  columns: { index: number; target: string | null; fixCapitals: boolean }[]
}

async function ask<Body>(
  stage: Stage,
  method: string,
  path: string,
  body?: object | string,
): Promise<Body | undefined> {
  const isFile = typeof body === 'string'
  try {
    const answer = await fetch(`${stage.address}/api/contact/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${stage.org.ann.token}`,
        ...(body === undefined ? {} : { 'content-type': isFile ? 'application/octet-stream' : 'application/json' }),
      },
      ...(body === undefined ? {} : { body: isFile ? body : JSON.stringify(body) }),
    })
    const said = (await answer.json()) as Body
    return answer.ok ? said : undefined
  } catch {
    // The process died before it answered; the next one is asked.
    return undefined
  }
}

async function upload(stage: Stage, text: string): Promise<string> {
  const made = await ask<{ import: { id: string } }>(stage, 'POST', 'import?name=faults.csv', text)
  if (!made) throw new Error('the file was not taken')
  return made.import.id
}

/** The state of an import, and which share of its whole work is done. */
async function standingOf(stage: Stage, id: string, of: number): Promise<{ state: string; share: number }> {
  const { rows } = await stage.sql.query<{ state: string; progress: number }>(
    'select state, progress from import where id = $1',
    [id],
  )
  const [one] = rows
  if (!one) return { state: 'gone', share: 1 }
  const [before, within] = SHARES[one.state] ?? [1, 0]
  return { state: one.state, share: before + within * Math.min(1, one.progress / of) }
}

interface Until {
  /** Of the whole work. */
  share: number
  rows: number
  withinMs: number
}

/** Does what a person does at each step, until so much of the import is done or the time is over. */
async function drive(stage: Stage, id: string, { share, rows, withinMs }: Until): Promise<void> {
  const end = performance.now() + withinMs
  while (performance.now() < end) {
    const now = await standingOf(stage, id, rows)
    if (now.share >= share || now.state === 'failed') return
    if (now.state === 'matching' || now.state === 'checked') await answer(stage, id)
    await pause(5)
  }
}

async function answer(stage: Stage, id: string): Promise<void> {
  const standing = (await ask<{ import: Standing }>(stage, 'GET', `import/${id}`))?.import
  if (standing?.state === 'matching') {
    const columns = standing.columns.map(({ index, target, fixCapitals }) => ({ index, target, fixCapitals }))
    await ask(stage, 'POST', `import/${id}/preview`, { columns, options: {} })
  }
  if (standing?.state === 'checked') await ask(stage, 'POST', `import/${id}/commit`, { agreed: true })
}

async function problemsOf(stage: Stage, id: string, rows: number): Promise<Record<string, string[]>> {
  const many = async (text: string): Promise<string[]> =>
    (await stage.sql.query<{ what: string }>(text)).rows.map((row) => row.what)
  const twice = Math.floor((rows - 2) / EVERY_TWICE) + 1
  const { rows: found } = await stage.sql.query<{
    state: string
    result: { added: number; skipped: number } | null
    people: number
  }>(
    `select state, result, (select count(*)::int from contact where source = 'import') as people from import where id = $1`,
    [id],
  )
  const [one] = found
  const isCounted = one?.result?.added === rows - twice && one.result.skipped === twice && one.people === rows - twice
  const problems = {
    'not done': one?.state === 'done' ? [] : [one?.state ?? 'gone'],
    'not counted as they came': isCounted ? [] : [JSON.stringify({ ...one, wanted: rows - twice })],
    'in twice': await many(
      `select phone as what from contact where source = 'import' group by phone having count(*) > 1 limit 5`,
    ),
    'not as the file says': await many(
      `select phone as what from (select *, right(phone, 7)::int - 2000000 as n from contact where source = 'import') c
       where (employee_id, firstname, lastname) is distinct from ('F' || n, 'First' || n % 97, 'Last' || n) limit 5`,
    ),
    'attested not once': await many(
      `select c.phone as what from contact c where source = 'import' and (select count(*) from consent_event e where e.org_id = c.org_id and e.phone = c.phone) <> 1 limit 5`,
    ),
    'not in one group': await many(
      `select c.phone as what from contact c where source = 'import' and (select count(*) from group_member m where m.org_id = c.org_id and m.contact_id = c.id) <> 1 limit 5`,
    ),
    'groups that count wrongly': await many(
      `select name as what from contact_group g where type = 'static' and contact_count <> (select count(*) from group_member m where m.org_id = g.org_id and m.group_id = g.id)`,
    ),
  }
  return Object.fromEntries(Object.entries(problems).filter(([, what]) => what.length > 0))
}
