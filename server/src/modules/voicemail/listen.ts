import type { Kernel, Running } from '../../kernel/kernel.ts'
import { followQueue } from '../../kernel/jobs/queue.ts'
import { makeScope } from '../../kernel/scope.ts'
import { readFile, readWav, storedById, type StoredFile } from '../files/index.ts'
import { changeVoicemail } from '../messages/index.ts'
import { organizationOf } from '../organizations/index.ts'
import { pleads } from './pleads.ts'
import { flatPeaks, peaksOf, remembered, waitBeforeListening } from './rules.ts'
import { holdVoicemail, takeUp, writeHeard, type ToListen } from './store.ts'
import { transcriberOf, type Transcript } from './transcribe.ts'

/** Recordings listened to side by side by one process. */
const AT_ONCE = 4
/** Listening that has not ended by now died with its process, in ms. */
const LEASE_MS = 4 * 60_000
/** Tries at a transcript; then there is none. */
const TRIES = 5

/** Listens to what callers left, for the life of a worker process. */
export function startListening(kernel: Kernel): Promise<Running> {
  return Promise.resolve(
    followQueue(kernel, { name: 'voicemails to listen to', ring: 'files', pass: () => listenToVoicemails(kernel) }),
  )
}

/** Listens to every recording that has arrived, a few at a time; answers whether there was one. */
export async function listenToVoicemails(kernel: Kernel): Promise<boolean> {
  const now = kernel.world.now()
  const system = kernel.database.asSystem('voicemails of every organization are listened to')
  const due = await takeUp(system, { now, leasedTo: new Date(now.getTime() + LEASE_MS), most: AT_ONCE })
  await Promise.all(
    due.map((one) =>
      listen(kernel, one).catch((error: unknown) => {
        // The lease brings it back.
        kernel.log.warn({ err: error, voicemail: one.id }, 'voicemail: listening failed, trying again')
      }),
    ),
  )
  return due.length > 0
}

async function listen(kernel: Kernel, one: ToListen): Promise<void> {
  const read = await readFile(kernel, one.orgId, one.fileId)
  const file = read?.file ?? (await storedById(kernel.database.ofOrg(one.orgId), one.fileId)) ?? null
  if (!read) return keep(kernel, one, { file, peaks: [], transcript: null, listenAt: null })
  const wav = readWav(read.bytes)
  const peaks = wav ? peaksOf(wav) : flatPeaks()
  const transcribe = transcriberOf(kernel.config)
  // The recording can be played before it is written down.
  const lease = new Date(kernel.world.now().getTime() + LEASE_MS)
  if (one.listens === 1 || !transcribe)
    await keep(kernel, one, { file, peaks, transcript: null, listenAt: transcribe ? lease : null })
  if (!transcribe) return
  try {
    const transcript = await transcribe({ bytes: read.bytes, name: read.file.name, mime: read.file.mime })
    await keep(kernel, one, { file, peaks, transcript, listenAt: null })
  } catch (error) {
    kernel.log.warn({ err: (error as Error).message, voicemail: one.id }, 'voicemail: no transcript this time')
    const wait = waitBeforeListening(one.listens, kernel.world.chance())
    const again = one.listens < TRIES ? new Date(kernel.world.now().getTime() + wait) : null
    await keep(kernel, one, { file, peaks, transcript: null, listenAt: again })
  }
}

/** Keeps what was heard, also in the thread; somebody may have heard or deleted the voicemail meanwhile. */
async function keep(
  kernel: Kernel,
  { orgId, id }: ToListen,
  heard: { file: StoredFile | null; peaks: number[]; transcript: Transcript | null; listenAt: Date | null },
): Promise<void> {
  const { organization } = await organizationOf(kernel.database.ofOrg(orgId), orgId)
  const scope = makeScope(kernel, organization, { kind: 'system', reason: 'voicemail' }, `voicemail-${id.slice(0, 8)}`)
  await scope.tx(async (tx) => {
    const held = await holdVoicemail(tx, id)
    if (!held) return
    const transcript = heard.transcript?.text ?? null
    const known = {
      file: heard.file,
      peaks: heard.peaks,
      transcript,
      language: heard.transcript?.language ?? null,
      listenAt: heard.listenAt,
    }
    await writeHeard(tx, id, known)
    await changeVoicemail(
      tx,
      { id: held.messageId, contactId: held.contactId },
      {
        voicemail: remembered({ ...held, ...known }),
        possibleOptOut: transcript !== null && pleads(transcript),
      },
    )
  })
}
