import { msg } from '@crewline/contract/localized-text'
import type { BodyOf } from '@crewline/contract/endpoint'
import type { Greeting, Announcement, LineGreeting, setGreeting, setLineGreeting } from '@crewline/contract/voicemail'
import { changeOf } from '../../kernel/audit-change.ts'
import type { Db } from '../../kernel/db/pool.ts'
import { fail } from '../../kernel/failure.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope, Tx } from '../../kernel/scope.ts'
import { attachable, discardFile, mediaItem, type StoredFile } from '../files/index.ts'
import { calendarOf, holidayAt, isOpen, nextChange, nextTurn, organizationOf } from '../organizations/index.ts'
import { standardGreeting } from './rules.ts'
import {
  deleteLineGreeting,
  writeGreeting,
  writeLineGreeting,
  type GreetingContent,
  type GreetingByHours,
} from './store/greetings.ts'
import { greetingOf, hasLine, lineGreetings } from './views.ts'

/** All greetings: the general ones, those of individual lines, and whether the organization is open now. */
export interface Greetings {
  greeting: Greeting
  lines: LineGreeting[]
  hours: { isOpen: boolean; changesAt: string | null; holiday: string | null; turnsAt: string | null }
}

/**
 * Returns what callers of a line hear at a moment: the greeting of the line, else the general one, else the default.
 */
export async function greetingAt(db: Db, line: { orgId: string; id: string }, moment: Date): Promise<GreetingContent> {
  const [lineGreeting] = await lineGreetings(db, line.id)
  const set = lineGreeting ?? (await greetingOf(db))
  if (set?.closed || set?.holiday) {
    const calendar = await calendarOf(db, line.orgId)
    if (set.holiday && holidayAt(moment, calendar)) return set.holiday
    if (set.closed && !isOpen(moment, calendar)) return set.closed
  }
  if (set?.words || set?.file) return set
  const { senderName } = await organizationOf(db, line.orgId)
  return { words: standardGreeting(senderName), file: null }
}

const NOTHING: GreetingByHours = { words: '', file: null, closed: null, holiday: null }

/** Returns the greetings, with the default text when none is set. */
export async function readGreetings(scope: Scope): Promise<Greetings> {
  const { senderName } = await organizationOf(scope.db, scope.orgId)
  const calendar = await calendarOf(scope.db, scope.orgId)
  const set = await greetingOf(scope.db)
  const lines = await lineGreetings(scope.db)
  const now = scope.world.now()
  const toView = ({ words, file }: GreetingContent): Announcement => ({
    words,
    file: file && mediaItem(scope.orgId, file, now.getTime()),
  })
  const all = (stored: GreetingByHours) => ({
    ...toView(stored),
    closed: stored.closed && toView(stored.closed),
    holiday: stored.holiday && toView(stored.holiday),
  })
  const { missedCallText, ...greeting } = set ?? { ...NOTHING, missedCallText: '' }
  const text = greeting.words || (greeting.file ? '' : standardGreeting(senderName))
  return {
    greeting: { ...all({ ...greeting, words: text }), missedCallText },
    lines: lines.map((lineGreeting) => ({ ...all(lineGreeting), lineId: lineGreeting.lineId })),
    hours: {
      isOpen: isOpen(now, calendar),
      changesAt: nextChange(now, calendar)?.toISOString() ?? null,
      holiday: holidayAt(now, calendar)?.name ?? null,
      turnsAt: nextTurn(now, calendar)?.toISOString() ?? null,
    },
  }
}

/** Sets the general greetings. Keeps unchanged recordings and deletes replaced ones. */
export async function changeGreeting(
  scope: Scope,
  input: BodyOf<typeof setGreeting>,
  kernel: Kernel,
): Promise<Greetings> {
  const clear = await scope.tx(async (tx) => {
    const before = await greetingOf(tx.db)
    const { stored, clearing } = await prepareGreeting(tx, before, input, kernel)
    const { missedCallText } = input
    await writeGreeting(tx, { ...stored, missedCallText })
    tx.audit(
      'greeting.changed',
      null,
      changeOf(
        { ...audited(before ?? NOTHING), missedCallText: before?.missedCallText ?? '' },
        { ...audited(stored), missedCallText },
      ),
    )
    return clearing
  })
  for (const discard of clear) await discard()
  return readGreetings(scope)
}

/** Sets the greetings of one line. Fails with `not_found` when the organization does not have the line. */
export async function changeLineGreeting(
  scope: Scope,
  lineId: string,
  input: BodyOf<typeof setLineGreeting>,
  kernel: Kernel,
): Promise<Greetings> {
  const clear = await scope.tx(async (tx) => {
    if (!(await hasLine(tx.db, lineId))) return fail('not_found')
    const [lineGreeting] = await lineGreetings(tx.db, lineId)
    const { stored, clearing } = await prepareGreeting(tx, lineGreeting, input, kernel)
    await writeLineGreeting(tx, lineId, stored)
    tx.audit('greeting.changed', lineId, changeOf(audited(lineGreeting ?? NOTHING), audited(stored)))
    return clearing
  })
  for (const discard of clear) await discard()
  return readGreetings(scope)
}

/** Resets a line to the general greetings. Resetting it again has no effect. */
export async function resetLineGreeting(scope: Scope, lineId: string, kernel: Kernel): Promise<Greetings> {
  const clear = await scope.tx(async (tx) => {
    if (!(await hasLine(tx.db, lineId))) return fail('not_found')
    const [lineGreeting] = await lineGreetings(tx.db, lineId)
    if (!lineGreeting) return []
    await deleteLineGreeting(tx, lineId)
    tx.audit('greeting.removed', lineId, {})
    return discardAll(tx, kernel, recordingsOf(lineGreeting))
  })
  for (const discard of clear) await discard()
  return readGreetings(scope)
}

type GreetingInput = BodyOf<typeof setLineGreeting>

/** Returns the new greetings, and the functions that delete the bytes of unused recordings after the commit. */
async function prepareGreeting(tx: Tx, before: GreetingByHours | undefined, input: GreetingInput, kernel: Kernel) {
  const recordings = before ? recordingsOf(before) : []
  const toContent = async ({ words, fileId }: { words: string; fileId: string | null }): Promise<GreetingContent> => {
    const file = recordings.find(({ id }) => id === fileId) ?? (await recordingOf(tx, fileId))
    // A recording used in several greetings is one file and is attached once.
    if (file && !recordings.includes(file)) recordings.push(file)
    return { words, file }
  }
  const stored: GreetingByHours = {
    ...(await toContent(input)),
    closed: input.closed && (await toContent(input.closed)),
    holiday: input.holiday && (await toContent(input.holiday)),
  }
  const usedIds = new Set(recordingsOf(stored).map(({ id }) => id))
  const clearing = await discardAll(
    tx,
    kernel,
    recordings.filter(({ id }) => !usedIds.has(id)),
  )
  return { stored, clearing }
}

function recordingsOf({ file, closed, holiday }: GreetingByHours): StoredFile[] {
  const all = [file, closed?.file, holiday?.file].filter((recording) => recording !== null && recording !== undefined)
  return all.filter(({ id }, at) => all.findIndex((recording) => recording.id === id) === at)
}

async function discardAll(tx: Tx, kernel: Kernel, files: StoredFile[]) {
  const clearing = []
  for (const { id } of files) clearing.push(await discardFile(tx, kernel, id))
  return clearing
}

/** Greetings as the audit log shows them: of a recording its id, so that a new one is a change. */
function audited({ closed, holiday, ...greeting }: GreetingByHours) {
  const plain = ({ words, file }: GreetingContent) => ({ greeting: words, recording: file?.id ?? null })
  return { ...plain(greeting), closed: closed && plain(closed), holiday: holiday && plain(holiday) }
}

/** Carriers play only MP3 and WAV. */
const PLAYED = new Set(['audio/mpeg', 'audio/wav'])

async function recordingOf(tx: Tx, fileId: string | null): Promise<StoredFile | null> {
  if (fileId === null) return null
  const [file] = await attachable(tx, [fileId])
  if (!file || !PLAYED.has(file.mime))
    return fail('file_refused', {
      text: msg({ message: 'Callers can hear MP3 and WAV only. Choose another recording.' }),
    })
  return file
}
