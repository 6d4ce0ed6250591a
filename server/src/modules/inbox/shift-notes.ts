import { msg } from '@crewline/contract/localized-text'
import type { BodyOf } from '@crewline/contract/endpoint'
import { BULK_AT_ONCE, SHIFT_NOTE_MS } from '@crewline/contract/limits'
import type { createShiftNote, ShiftNote } from '@crewline/contract/shift-notes'
import { fail } from '../../kernel/failure.ts'
import { makeLocalLimit } from '../../kernel/http/limits.ts'
import type { Scope, Tx } from '../../kernel/scope.ts'
import { perform } from './acts.ts'
import { ShiftNoteChanged } from './events.ts'
import { latestNote, markNoteRead, replaceNote } from './store/shift-notes.ts'
import { idsMatching } from './views/list.ts'
import { userIdOf } from './views/rows.ts'
import { readWaitingQueue } from './views/waiting.ts'

/** Throttle: a shift ends once, and this many notes in an hour exceed every use. */
const perMember = makeLocalLimit(20, 3600)

/** Returns the latest shift note unless the member marked it as read. */
export async function unread(scope: Scope): Promise<ShiftNote | null> {
  const userId = userIdOf(scope)
  const note = await latestNote(scope.db, userId, new Date(scope.world.now().getTime() - SHIFT_NOTE_MS))
  return note && !note.readBy.some((reader) => reader.userId === userId) ? note : null
}

/** Leaves a note for the next shift with the state of the queue, and unassigns the member's waiting conversations. */
export async function create(
  scope: Scope,
  { text, unassign }: BodyOf<typeof createShiftNote>,
): Promise<{ shiftNote: ShiftNote; unassigned: number }> {
  const userId = userIdOf(scope)
  await perMember.take(userId)
  return scope.tx(async (tx) => {
    const queue = await readWaitingQueue({ db: tx.db, userId })
    if (text === '' && queue.count === 0)
      fail('invalid', {
        fieldErrors: {
          text: msg({ message: 'Write a note first: no one is waiting for an answer.' }),
        },
      })
    const shownSince = new Date(tx.world.now().getTime() - SHIFT_NOTE_MS)
    const note = { id: tx.world.id(), text, waiting: queue.count, waitingSince: queue.waitingSince }
    await replaceNote(tx, note, { userId, shownSince })
    const unassigned = unassign && queue.mine > 0 ? await unassignWaiting(tx, userId) : 0
    tx.publish(ShiftNoteChanged, { id: note.id })
    tx.audit('shift-note.created', note.id, { waiting: queue.count, unassigned })
    const shiftNote = await latestNote(tx.db, userId, shownSince)
    return { shiftNote: shiftNote ?? fail('not_found'), unassigned }
  })
}

/** Marks a shift note as read by the member; fails with `not_found` when there is no such note. */
export async function markRead(scope: Scope, id: string): Promise<void> {
  const userId = userIdOf(scope)
  await scope.tx(async (tx) => {
    const changed = await markNoteRead(tx, id, userId)
    if (changed === undefined) fail('not_found')
    if (changed) tx.publish(ShiftNoteChanged, { id })
  })
}

async function unassignWaiting(tx: Tx, userId: string): Promise<number> {
  const filter = { status: 'unanswered', search: '', assigneeId: userId } as const
  const ids = await idsMatching({ db: tx.db, userId }, filter, {
    afterId: null,
    until: tx.world.now(),
    most: BULK_AT_ONCE,
  })
  const changed = await perform(tx, ids, { act: 'assign', assigneeId: null })
  return changed.length
}
