import { defineTeller, type Told } from '../../kernel/realtime/live.ts'
import { VoicemailLeft } from './facts.ts'
import { transcriptPreview } from './rules.ts'
import { leftByIds, unheardOf } from './views.ts'

/** What browsers hear of recorded calls. */
export const voicemailEvents = [
  defineTeller(VoicemailLeft, 'inbox.read', async (view, payloads) => {
    const left = await leftByIds(
      view.db,
      payloads.map((payload) => payload.id),
    )
    if (left.length === 0) return []
    const unheard = await unheardOf(view.db)
    return left.map(({ id, contactId, firstname, lastname, durationSec, transcript, at }): Told => {
      const preview = transcript === null ? {} : { transcriptPreview: transcriptPreview(transcript) }
      const contact = { id: contactId, firstname, lastname }
      const event = { voicemailId: id, contact, durationSec, ...preview, at: at.toISOString(), unheard }
      return { event: 'new-voicemail', data: event }
    })
  }),
]
