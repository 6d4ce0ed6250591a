import type { BodyOf } from '@crewline/contract/endpoint'
import type { OrganizationSettings } from '@crewline/contract/organizations'
import type { Greeting, Heard, LineGreeting, setGreeting, setLineGreeting } from '@crewline/contract/voicemail'
import type { Db } from '../../kernel/db/pool.ts'
import { fail } from '../../kernel/failure.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope, Tx } from '../../kernel/scope.ts'
import { attachable, discardFile, mediaItem, type StoredFile } from '../files/index.ts'
import { organizationOf, settingsOf } from '../organizations/index.ts'
import { isOpen, nextChange } from '../replies/index.ts'
import { standardWords } from './rules.ts'
import { deleteLineGreeting, writeGreeting, writeLineGreeting, type Told, type ToldByHours } from './store/greetings.ts'
import { greetingOf, hasLine, lineGreetings } from './views.ts'

/** Everything callers hear: at all numbers, at those that differ, and whether the organization is open now. */
export interface Greetings {
  greeting: Greeting
  lines: LineGreeting[]
  hours: { isOpen: boolean; changesAt: string | null }
}

/** What callers of a line hear at a moment: what was set for it, else for all, else the words of the house. */
export async function heardAt(db: Db, line: { orgId: string; id: string }, moment: Date): Promise<Told> {
  const [own] = await lineGreetings(db, line.id)
  const set = own ?? (await greetingOf(db))
  if (set?.closed && !isOpen(moment, ...(await hoursOf(db, line.orgId)))) return set.closed
  if (set?.words || set?.file) return set
  const { organization } = await organizationOf(db, line.orgId)
  return { words: standardWords(organization.name), file: null }
}

/** What callers hear now, with the words they hear where nobody wrote any. */
export async function readGreetings(scope: Scope): Promise<Greetings> {
  const { organization } = await organizationOf(scope.db, scope.orgId)
  const hours = await hoursOf(scope.db, scope.orgId)
  const set = await greetingOf(scope.db)
  const lines = await lineGreetings(scope.db)
  const now = scope.world.now()
  const shown = ({ words, file }: Told): Heard => ({
    words,
    file: file && mediaItem(scope.orgId, file, now.getTime()),
  })
  const both = (one: ToldByHours) => ({ ...shown(one), closed: one.closed && shown(one.closed) })
  const { missedCallText, ...greeting } = set ?? { words: '', file: null, closed: null, missedCallText: '' }
  const words = greeting.words || (greeting.file ? '' : standardWords(organization.name))
  return {
    greeting: { ...both({ ...greeting, words }), missedCallText },
    lines: lines.map((own) => ({ ...both(own), lineId: own.lineId })),
    hours: { isOpen: isOpen(now, ...hours), changesAt: nextChange(now, ...hours)?.toISOString() ?? null },
  }
}

/** The clocks and hours by which somebody is there; the away reply goes by the same. */
async function hoursOf(db: Db, orgId: string): Promise<[string, OrganizationSettings['businessHours']]> {
  const { organization } = await organizationOf(db, orgId)
  const { businessHours } = await settingsOf(db, orgId)
  return [organization.timezone, businessHours]
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
  const had = before ? recordingsOf(before) : []
  const recording = async (fileId: string | null) =>
    had.find((file) => file.id === fileId) ?? (await recordingOf(tx, fileId))
  const file = await recording(ask.fileId)
  const closed = ask.closed && {
    words: ask.closed.words,
    // The same sound at all hours is one file, taken once.
    file: file && file.id === ask.closed.fileId ? file : await recording(ask.closed.fileId),
  }
  const told: ToldByHours = { words: ask.words, file, closed }
  const kept = new Set(recordingsOf(told).map(({ id }) => id))
  const clearing = await discardAll(
    tx,
    kernel,
    had.filter(({ id }) => !kept.has(id)),
  )
  return { told, clearing }
}

function recordingsOf({ file, closed }: ToldByHours): StoredFile[] {
  const all = [file, closed?.file].filter((one) => one !== null && one !== undefined)
  return all.filter(({ id }, at) => all.findIndex((one) => one.id === id) === at)
}

async function discardAll(tx: Tx, kernel: Kernel, files: StoredFile[]) {
  const clearing = []
  for (const { id } of files) clearing.push(await discardFile(tx, kernel, id))
  return clearing
}

function noted({ file, closed }: ToldByHours) {
  return { hasRecording: file !== null, ...(closed ? { closedHasRecording: closed.file !== null } : {}) }
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
