import type { SetAside } from '@crewline/contract/delivery'
import { HOLDERS } from '@crewline/contract/holders'
import type { Words } from '@crewline/contract/words'
import { fail } from '../../kernel/failure.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { tellInApp } from '../../kernel/realtime/in-app.ts'
import type { Scope } from '../../kernel/scope.ts'
import { lineById, type Line } from '../lines/index.ts'
import { membersInRoles } from '../team/index.ts'
import { makeEars, type Ears } from './ears.ts'
import { asideReason } from './rules.ts'
import { systemScope } from './scope.ts'
import type { Spooled } from './spool.ts'
import { addAside, dropAside, noteAsideTry, type AsideReason, type AsideRow } from './store/set-aside.ts'
import { asideByIds, asideCount, asideRows } from './views.ts'

/** Most that are shown at once. */
const SHOWN = 100

/** What is set aside of an organization, as its people see it. */
export interface AsideList {
  data: SetAside[]
  total: number
}

/**
 * Sets an event aside with the organization of its line, once however often it is told. Whoever manages numbers is told of
 * the first; nobody is told of what follows while it waits.
 */
export async function keepAside(kernel: Kernel, line: Line, entry: Spooled, reason: AsideReason): Promise<void> {
  const { scope } = await systemScope(kernel, line.orgId, 'set-aside')
  const now = kernel.world.now()
  const { event } = entry
  const isText = event.kind === 'incoming'
  const cameAt = isText && event.at && !Number.isNaN(Date.parse(event.at)) ? new Date(event.at) : now
  await scope.tx(async (tx) => {
    const before = await asideCount(tx.db)
    const id = kernel.world.id()
    const row = { id, lineId: line.id, kind: isText ? ('text' as const) : ('news' as const), reason, cameAt }
    const sealed = kernel.seal.seal('spool', JSON.stringify(entry))
    if (!(await addAside(tx, { ...row, mark: markOf(kernel, entry), sealed, setAsideAt: now }))) return
    tx.audit('event.set-aside', id, { lineId: line.id, kind: row.kind, reason })
    if (before > 0) return
    for (const { personId, locale } of await membersInRoles(tx.db, HOLDERS['lines.manage']))
      tellInApp(
        tx,
        { userId: personId },
        {
          id: `set-aside-${id}`,
          type: 'error',
          title: TOLD.title[locale],
          message: TOLD.message[locale],
          link: '/dashboard/settings?tab=numbers#set-aside',
          timeout: false,
        },
      )
  })
}

const TOLD: { title: Words; message: Words } = {
  title: { en: 'Something could not be stored', es: 'Algo no se pudo guardar' },
  message: {
    en: 'A carrier told us something that could not be stored. It is kept with your numbers; try it again there.',
    es: 'Un operador nos comunicó algo que no se pudo guardar. Está junto a tus números; inténtalo de nuevo allí.',
  },
}

/** The same for the same event, whoever tells it and when. */
function markOf({ seal }: Kernel, { lineId, messageId, event }: Spooled): Buffer {
  const told = event.kind === 'incoming' ? ['in', event.carrierId] : [messageId, event.carrierId, event.state]
  return seal.mark('set-aside', JSON.stringify([lineId, event.kind, ...told]))
}

/** What carriers told that could not be stored, the oldest first. */
export async function listAside(kernel: Kernel, scope: Scope): Promise<AsideList> {
  const [rows, total] = await Promise.all([asideRows(scope.db, SHOWN), asideCount(scope.db)])
  return { data: rows.map((row) => shown(kernel, row)), total }
}

function shown(kernel: Kernel, row: AsideRow): SetAside {
  const entry = opened(kernel, row)
  const text = entry?.event.kind === 'incoming' ? entry.event : undefined
  return {
    id: row.id,
    lineId: row.lineId,
    kind: row.kind,
    from: text?.from ?? null,
    words: text?.body.toWellFormed() ?? null,
    files: text?.media.length ?? 0,
    reason: row.reason,
    isReadable: entry !== undefined,
    tries: row.tries,
    cameAt: row.cameAt.toISOString(),
    setAsideAt: row.setAsideAt.toISOString(),
  }
}

/** The event of a row; undefined where it was sealed with another key. */
export function opened(kernel: Kernel, { sealed }: { sealed: string }): Spooled | undefined {
  try {
    return JSON.parse(kernel.seal.open('spool', sealed)) as Spooled
  } catch {
    return undefined
  }
}

/** Plays events of the organization again as if their carrier told them now, and forgets those that are stored; answers how many. */
export async function playAgain(kernel: Kernel, scope: Scope, ids: string[], ears = makeEars(kernel)): Promise<number> {
  const rows = await asideByIds(scope.db, ids)
  if (rows.length === 0) return fail('not_found')
  let stored = 0
  for (const row of rows) {
    const failure = await played(kernel, scope, row, ears)
    await scope.tx(async (tx) => {
      if (failure) await noteAsideTry(tx, row.id, failure)
      else await dropAside(tx.db, scope.orgId, [row.id])
      tx.audit('event.tried-again', row.id, { lineId: row.lineId, kind: row.kind, stored: !failure })
    })
    if (!failure) stored += 1
  }
  return stored
}

/** Why an event could not be taken in now; undefined when it was, also earlier: its key keeps it once. */
async function played(kernel: Kernel, scope: Scope, row: AsideRow, ears: Ears): Promise<AsideReason | undefined> {
  const entry = opened(kernel, row)
  if (!entry) return 'unknown'
  try {
    const line = await lineById(scope.db, kernel.seal, row.lineId)
    if (!line) return 'unknown'
    await ears(line, entry.event, entry.messageId)
    return undefined
  } catch (error) {
    // The message of an error may hold words of a worker; its code does not.
    kernel.log.warn({ code: (error as { code?: unknown }).code, line: row.lineId }, 'what is set aside failed again')
    return asideReason(error)
  }
}

/** Gives up an event for good; refused while it can be read and nobody tried it again. */
export async function discardAside(kernel: Kernel, scope: Scope, id: string): Promise<void> {
  const [row] = await asideByIds(scope.db, [id])
  if (!row) return fail('not_found')
  if (row.tries === 0 && opened(kernel, row)) return fail('try_first')
  await scope.tx(async (tx) => {
    await dropAside(tx.db, scope.orgId, [id])
    tx.audit('event.discarded', id, { lineId: row.lineId, kind: row.kind, reason: row.reason })
  })
}
