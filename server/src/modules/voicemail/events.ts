import { defineEvent } from '../../kernel/events/define.ts'

/** Published when a caller has left a voicemail. */
export const VoicemailLeft = defineEvent<{ id: string }>('voicemail.left')
