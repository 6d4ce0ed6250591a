import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Db } from '../../kernel/db/pool.ts'
import { readWav, type StoredFile } from '../../modules/files/index.ts'
import { keepBytes } from '../../modules/files/keep.ts'
import { flatPeaks, peaksOf, remembered } from '../../modules/voicemail/rules.ts'
import { murmur } from '../../simulators/carrier/sound.ts'
import type { DemoConversation } from './casting.ts'
import { added } from './history.ts'
import { DAY, HOUR, idAt, MINUTE } from './moments.ts'
import { instant, tableNamed } from './rows.ts'

/** One recording not played yet, and one that was played and transcribed. */
const RECORDINGS = [
  { seconds: 8, agoMs: 33 * MINUTE, transcript: null },
  {
    seconds: 12,
    agoMs: 2 * DAY + 3 * HOUR,
    transcript:
      'Hi, I am in the parking lot and my badge does not open the side door. I will walk around to the front. If anybody can let me in, thank you.',
  },
] as const

/** A recording of the demo, written after its caller's conversation. */
export interface DemoVoicemail {
  caller: DemoConversation
  messageId: string
  recording: { id: string; durationSec: number; peaks: number[]; transcript: string | null; state: 'new' | 'heard' }
  file: StoredFile
  sound: Buffer
  at: number
}

/**
 * Creates voicemails from two contacts in answered conversations; the one with the new voicemail then waits for a
 * reply.
 */
export function leaveVoicemails(conversations: DemoConversation[], nowMs: number): DemoVoicemail[] {
  return RECORDINGS.flatMap(({ seconds, agoMs, transcript }): DemoVoicemail[] => {
    const at = nowMs - agoMs
    const caller = conversations.find((conversation) => mayCall(conversation, at))
    const last = caller?.messages.at(-1)
    if (!caller || !last) return []
    const sound = murmur(seconds)
    const wav = readWav(sound)
    const file: StoredFile = {
      id: idAt(at),
      kind: 'audio',
      name: 'Sound.wav',
      mime: 'audio/wav',
      bytes: sound.length,
      width: null,
      height: null,
      state: 'ready',
      linkKey: randomBytes(32).toString('base64url'),
    }
    const state = transcript === null ? ('new' as const) : ('heard' as const)
    const peaks = wav ? peaksOf(wav) : flatPeaks()
    const recording = { id: idAt(at), durationSec: seconds, peaks, transcript, state }
    const message = { ...added(last, '', at), kind: 'voicemail' as const, segments: 0 }
    caller.messages.push({ ...message, extras: { voicemail: remembered({ ...recording, file }) } })
    if (state === 'new') caller.unread = 1
    return [{ caller, messageId: message.id, recording, file, sound, at }]
  })
}

function mayCall({ contact, messages, unread, archived }: DemoConversation, at: number): boolean {
  const last = messages.at(-1)
  if (!last || unread > 0 || archived || contact.language !== 'en') return false
  const isReachable = contact.phoneState === 'ok' && !contact.optedOut
  return isReachable && last.kind !== 'voicemail' && last.at < at - HOUR && last.at > at - 6 * DAY
}

/** Writes the recordings and stores their audio, for callers already written. */
export async function writeVoicemails(
  kernel: Kernel,
  db: Db,
  orgId: string,
  voicemails: DemoVoicemail[],
): Promise<void> {
  for (const { caller, messageId, recording, file, sound, at } of voicemails) {
    const safe = { kind: file.kind, mime: file.mime, content: sound, thumb: null, width: null, height: null }
    const { contentKey } = await keepBytes(kernel, orgId, safe)
    await sql`
      insert into ${tableNamed('file')} (org_id, id, kind, name, mime, bytes, state, link_key, content_key, message_id, claimed_at, created_at)
      values (${orgId}, ${file.id}, ${file.kind}, ${file.name}, ${file.mime}, ${file.bytes}, ${file.state},
              ${Buffer.from(file.linkKey, 'base64url')}, ${contentKey}, ${messageId}, ${instant(at)}, ${instant(at)})`.execute(
      db,
    )
    await sql`
      insert into ${tableNamed('file_space')} as s (org_id, bytes) values (${orgId}, ${file.bytes})
      on conflict (org_id) do update set bytes = s.bytes + excluded.bytes`.execute(db)
    await sql`
      insert into ${tableNamed('voicemail')} (org_id, id, contact_id, line_id, call_id, message_id, file_id, file, duration_sec, peaks, transcript, state, at)
      values (${orgId}, ${recording.id}, ${caller.contact.id}, ${caller.lineId}, ${`demo-${messageId}`}, ${messageId}, ${file.id},
              ${JSON.stringify(file)}::jsonb, ${recording.durationSec}, ${recording.peaks}::smallint[], ${recording.transcript}, ${recording.state}, ${instant(at)})`.execute(
      db,
    )
  }
}
