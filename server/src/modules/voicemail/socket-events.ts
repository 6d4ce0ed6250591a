import { mapToSocketEvents, type SocketEvent } from '../../kernel/realtime/socket-events.ts'
import { VoicemailLeft } from './events.ts'
import { transcriptPreview } from './rules.ts'
import { voicemailsByIds, countUnheard } from './views.ts'

/** The socket events of recorded calls. */
export const voicemailEvents = [
  mapToSocketEvents(VoicemailLeft, 'inbox.read', async (view, payloads) => {
    const voicemails = await voicemailsByIds(
      view.db,
      payloads.map((payload) => payload.id),
    )
    if (voicemails.length === 0) return []
    const unheard = await countUnheard(view.db)
    return voicemails.map(({ id, contactId, firstname, lastname, durationSec, transcript, at }): SocketEvent => {
      const preview = transcript === null ? {} : { transcriptPreview: transcriptPreview(transcript) }
      const contact = { id: contactId, firstname, lastname }
      const event = { voicemailId: id, contact, durationSec, ...preview, at: at.toISOString(), unheard }
      return { event: 'new-voicemail', data: event }
    })
  }),
]
