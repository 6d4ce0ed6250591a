import type { BodyOf } from '@crewline/contract/endpoint'
import type { Greeting, Heard, LineGreeting, setGreeting, setLineGreeting } from '@crewline/contract/voicemail'
import type { Db } from '../../kernel/db/pool.ts'
import { fail } from '../../kernel/failure.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope, Tx } from '../../kernel/scope.ts'
import { attachable, discardFile, mediaItem, type StoredFile } from '../files/index.ts'
import { calendarOf, holidayAt, isOpen, nextChange, nextTurn, organizationOf } from '../organizations/index.ts'
import { standardWords } from './rules.ts'
import { deleteLineGreeting, writeGreeting, writeLineGreeting, type Told, type ToldByHours } from './store/greetings.ts'
import { greetingOf, hasLine, lineGreetings } from './views.ts'

/** Everything callers hear: at all numbers, at those that differ, and whether the organization is open now. */
export interface Greetings {
  greeting: Greeting
  lines: LineGreeting[]
  hours: { isOpen: boolean; changesAt: string | null; holiday: string | null; turnsAt: string | null }
}

/** What callers of a line hear at a moment: what was set for it, else for all, else the words of the house. */
export async function heardAt(db: Db, line: { orgId: string; id: string }, moment: Date): Promise<Told> {
  const [own] = await lineGreetings(db, line.id)
  const set = own ?? (await greetingOf(db))
  if (set?.closed || set?.holiday) {
    const calendar = await calendarOf(db, line.orgId)
    if (set.holiday && holidayAt(moment, calendar)) return set.holiday
    if (set.closed && !isOpen(moment, calendar)) return set.closed
  }
  if (set?.words || set?.file) return set
  const { organization } = await organizationOf(db, line.orgId)
  return { words: standardWords(organization.name), file: null }
}

const NOTHING: ToldByHours = { words: '', file: null, closed: null, holiday: null }

/** What callers hear now, with the words they hear where nobody wrote any. */
export async function readGreetings(scope: Scope): Promise<Greetings> {
  const { organization } = await organizationOf(scope.db, scope.orgId)
  const calendar = await calendarOf(scope.db, scope.orgId)
  const set = await greetingOf(scope.db)
  const lines = await lineGreetings(scope.db)
  const now = scope.world.now()
  const shown = ({ words, file }: Told): Heard => ({
    words,
    file: file && mediaItem(scope.orgId, file, now.getTime()),
  })
  const all = (one: ToldByHours) => ({
    ...shown(one),
    closed: one.closed && shown(one.closed),
    holiday: one.holiday && shown(one.holiday),
  })
  const { missedCallText, ...greeting } = set ?? { ...NOTHING, missedCallText: '' }
  const words = greeting.words || (greeting.file ? '' : standardWords(organization.name))
  return {
    greeting: { ...all({ ...greeting, words }), missedCallText },
    lines: lines.map((own) => ({ ...all(own), lineId: own.lineId })),
    hours: {
      isOpen: isOpen(now, calendar),
      changesAt: nextChange(now, calendar)?.toISOString() ?? null,
      holiday: holidayAt(now, calendar)?.name ?? null,
      turnsAt: nextTurn(now, calendar)?.toISOString() ?? null,
    },
  }
}

/** Sets what callers hear; a recording that is there already stays, one that is replaced is removed. */
export async function changeGreeting(
  scope: Scope,
  ask: BodyOf<typeof setGreeting>,
  kernel: Kernel,
): Promise<Greetings> {
  const clear = await scope.tx(async (tx) => {
    const { told, clearing } = await toldAfter(tx, await greetingOf(tx.db), ask, kernel)
    await writeGreeting(tx, { ...told, missedCallText: ask.missedCallText })
    tx.audit('greeting.changed', null, { ...noted(told), textsBack: ask.missedCallText !== '' })
    return clearing
  })
  for (const gone of clear) await gone()
  return readGreetings(scope)
}

/** Sets what callers of one number hear instead; a number the organization does not have is not found. */
export async function changeLineGreeting(
  scope: Scope,
  lineId: string,
  ask: BodyOf<typeof setLineGreeting>,
  kernel: Kernel,
): Promise<Greetings> {
  const clear = await scope.tx(async (tx) => {
    if (!(await hasLine(tx.db, lineId))) return fail('not_found')
    const [own] = await lineGreetings(tx.db, lineId)
    const { told, clearing } = await toldAfter(tx, own, ask, kernel)
    await writeLineGreeting(tx, lineId, told)
    tx.audit('greeting.changed', lineId, noted(told))
    return clearing
  })
  for (const gone of clear) await gone()
  return readGreetings(scope)
}

/** Lets callers of a number hear what all others hear; one that does so already is fine. */
export async function forgetLineGreeting(scope: Scope, lineId: string, kernel: Kernel): Promise<Greetings> {
  const clear = await scope.tx(async (tx) => {
    if (!(await hasLine(tx.db, lineId))) return fail('not_found')
    const [own] = await lineGreetings(tx.db, lineId)
    if (!own) return []
    await deleteLineGreeting(tx, lineId)
    tx.audit('greeting.removed', lineId, {})
    return discardAll(tx, kernel, recordingsOf(own))
  })
  for (const gone of clear) await gone()
  return readGreetings(scope)
}

type Asked = BodyOf<typeof setLineGreeting>

/** What callers hear from now on, and what removes the bytes of recordings nobody hears any more once that is saved. */
async function toldAfter(tx: Tx, before: ToldByHours | undefined, ask: Asked, kernel: Kernel) {
  const known = before ? recordingsOf(before) : []
  const hear = async ({ words, fileId }: { words: string; fileId: string | null }): Promise<Told> => {
    const file = known.find(({ id }) => id === fileId) ?? (await recordingOf(tx, fileId))
    // The same sound at all hours is one file, taken once.
    if (file && !known.includes(file)) known.push(file)
    return { words, file }
  }
  const told: ToldByHours = {
    ...(await hear(ask)),
    closed: ask.closed && (await hear(ask.closed)),
    holiday: ask.holiday && (await hear(ask.holiday)),
  }
  const kept = new Set(recordingsOf(told).map(({ id }) => id))
  const clearing = await discardAll(
    tx,
    kernel,
    known.filter(({ id }) => !kept.has(id)),
  )
  return { told, clearing }
}

function recordingsOf({ file, closed, holiday }: ToldByHours): StoredFile[] {
  const all = [file, closed?.file, holiday?.file].filter((one) => one !== null && one !== undefined)
  return all.filter(({ id }, at) => all.findIndex((one) => one.id === id) === at)
}

async function discardAll(tx: Tx, kernel: Kernel, files: StoredFile[]) {
  const clearing = []
  for (const { id } of files) clearing.push(await discardFile(tx, kernel, id))
  return clearing
}

function noted({ file, closed, holiday }: ToldByHours) {
  return {
    hasRecording: file !== null,
    ...(closed ? { closedHasRecording: closed.file !== null } : {}),
    ...(holiday ? { holidayHasRecording: holiday.file !== null } : {}),
  }
}

/** Carriers play MP3 and WAV and nothing else. */
const PLAYED = new Set(['audio/mpeg', 'audio/wav'])

async function recordingOf(tx: Tx, fileId: string | null): Promise<StoredFile | null> {
  if (fileId === null) return null
  const [file] = await attachable(tx, [fileId])
  if (!file || !PLAYED.has(file.mime))
    return fail('file_refused', {
      words: {
        en: 'Callers can hear MP3 and WAV only. Choose another recording.',
        es: 'Quien llama solo puede oír MP3 y WAV. Elige otra grabación.',
      },
    })
  return file
}
