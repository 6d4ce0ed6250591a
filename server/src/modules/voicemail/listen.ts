import type { Kernel, Running } from '../../kernel/kernel.ts'
import { followQueue } from '../../kernel/jobs/queue.ts'
import { makeScope } from '../../kernel/scope.ts'
import { readFile, readWav, storedById, type StoredFile } from '../files/index.ts'
import { threadVoicemails } from '../messages/index.ts'
import { organizationOf } from '../organizations/index.ts'
import { classifyOptOut } from './opt-out-intent.ts'
import { flatPeaks, peaksOf, remembered, listenRetryDelay } from './rules.ts'
import { lockVoicemail, claimDue, writeListenResult, type ToListen } from './store.ts'
import { transcriberOf, type Transcript } from './transcribe.ts'

/** Recordings processed in parallel by one process. */
const AT_ONCE = 4
/** Processing that takes longer is considered dead, in ms. */
const LEASE_MS = 4 * 60_000
/** The number of transcription attempts before giving up. */
const ATTEMPTS_MAX = 5

/** Processes recordings for the life of a worker process. */
export function startListening(kernel: Kernel): Promise<Running> {
  return Promise.resolve(
    followQueue(kernel, { name: 'voicemail', wakeUp: 'files', pass: () => listenToVoicemails(kernel) }),
  )
}

/** Processes the recordings that have arrived, a few at a time. Returns whether there was one. */
export async function listenToVoicemails(kernel: Kernel): Promise<boolean> {
  const now = kernel.world.now()
  const system = kernel.database.asSystem('voicemails of every organization are processed')
  const due = await claimDue(system, { now, leasedTo: new Date(now.getTime() + LEASE_MS), most: AT_ONCE })
  await Promise.all(
    due.map((voicemail) =>
      listen(kernel, voicemail).catch((error: unknown) => {
        // It is retried when the lease ends.
        kernel.log.warn({ err: error, voicemail: voicemail.id }, 'voicemail: processing failed, trying again')
      }),
    ),
  )
  return due.length > 0
}

async function listen(kernel: Kernel, voicemail: ToListen): Promise<void> {
  const read = await readFile(kernel, voicemail.orgId, voicemail.fileId)
  const file = read?.file ?? (await storedById(kernel.database.ofOrg(voicemail.orgId), voicemail.fileId)) ?? null
  if (!read) return keep(kernel, voicemail, { file, peaks: [], transcript: null, listenAt: null })
  const wav = readWav(read.bytes)
  const peaks = wav ? peaksOf(wav) : flatPeaks()
  const transcribe = transcriberOf(kernel.config)
  // Makes the recording playable before it is transcribed.
  const lease = new Date(kernel.world.now().getTime() + LEASE_MS)
  if (voicemail.listens === 1 || !transcribe)
    await keep(kernel, voicemail, { file, peaks, transcript: null, listenAt: transcribe ? lease : null })
  if (!transcribe) return
  try {
    const transcript = await transcribe({ bytes: read.bytes, name: read.file.name, mime: read.file.mime })
    await keep(kernel, voicemail, { file, peaks, transcript, listenAt: null })
  } catch (error) {
    kernel.log.warn({ err: (error as Error).message, voicemail: voicemail.id }, 'voicemail: no transcript was created')
    const delayMs = listenRetryDelay(voicemail.listens, kernel.world.chance())
    const retryAt = voicemail.listens < ATTEMPTS_MAX ? new Date(kernel.world.now().getTime() + delayMs) : null
    await keep(kernel, voicemail, { file, peaks, transcript: null, listenAt: retryAt })
  }
}

/** Stores the result, also in the thread. The voicemail may have been heard or deleted in the meantime. */
async function keep(
  kernel: Kernel,
  { orgId, id }: ToListen,
  result: { file: StoredFile | null; peaks: number[]; transcript: Transcript | null; listenAt: Date | null },
): Promise<void> {
  const { organization } = await organizationOf(kernel.database.ofOrg(orgId), orgId)
  const scope = makeScope(kernel, organization, { kind: 'system', reason: 'voicemail' }, `voicemail-${id.slice(0, 8)}`)
  await scope.tx(async (tx) => {
    const held = await lockVoicemail(tx, id)
    if (!held) return
    const transcript = result.transcript?.text ?? null
    const changes = {
      file: result.file,
      peaks: result.peaks,
      transcript,
      language: result.transcript?.language ?? null,
      listenAt: result.listenAt,
    }
    await writeListenResult(tx, id, changes)
    await threadVoicemails.change(
      tx,
      { id: held.messageId, contactId: held.contactId },
      {
        voicemail: remembered({ ...held, ...changes }),
        possibleOptOut: transcript !== null && classifyOptOut(transcript),
      },
    )
  })
}
